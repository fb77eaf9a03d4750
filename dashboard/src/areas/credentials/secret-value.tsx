import { CopyButton } from '../../parts/copy-button.tsx'
import classes from './credentials.module.css'

/** A secret in full, with its copy button: broken over lines rather than cut. */
export function SecretValue({ value, name }: { value: string; name: string }) {
  return (
    <div className={classes['value']}>
      <code>{value}</code>
      <CopyButton value={value} name={name} />
    </div>
  )
}
