import { useShellTexts } from '../../texts/all-shell.ts'
import { useDeskEnvironment } from '../desk-environment.ts'
import type { Environment } from '../session.ts'
import classes from './environment-switch.module.css'

const environments: readonly Environment[] = ['live', 'test']

/** Live or test, for all of the operator's desk. */
export function EnvironmentSwitch() {
  const texts = useShellTexts()
  const { environment, choose } = useDeskEnvironment()
  return (
    <fieldset className={classes['switch']}>
      <legend className="pa-unseen">{texts.header.environment}</legend>
      {environments.map((each) => (
        <button
          key={each}
          type="button"
          className={classes['choice']}
          data-environment={each}
          aria-pressed={each === environment}
          onClick={() => choose(each)}
        >
          {texts.environments[each]}
        </button>
      ))}
    </fieldset>
  )
}
