import { Button, FileButton, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { BrandData, BrandInput } from '../../../../gateway/src/extras/payment-page/http/contract/brand.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { describeError } from '../../app/notify.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import classes from './brand.module.css'
import { BrandPreview } from './brand-preview.tsx'
import { base64Of, type LogoFileFault, readLogoFile } from './read-logo.ts'
import { usePaymentPageTexts } from './texts.ts'

/** The gateway's limits. */
const nameLengthMax = 60
const urlLengthMax = 2048
const contactLengthMax = 120

/** What the picker shows while no colour is set. */
const pickerStart = '#1f4fd1'

/** As typed. Empty: not set. */
interface Draft {
  name: string
  shopUrl: string
  contact: string
  colour: string
  /** An address of the gateway: the logo as it is; a data URL: a new one; null: none. */
  logoUrl: string | null
}

/** Sets how the payer pages of a point look, with a preview beside it. `path` reads and saves. */
export function BrandForm({ data, path }: { data: BrandData; path: string }) {
  const texts = usePaymentPageTexts()
  const [draft, setDraft] = useState<Draft>(() => draftOf(data))
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }))
  const save = useChange(() => api.put<BrandData>(path, inputOf(data, draft)), {
    done: texts.saved,
    onDone: (saved) => setDraft(draftOf(saved)),
    tellErrors: false,
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  const brand = {
    name: draft.name.trim() || data.merchant_name,
    colour: draft.colour.trim().toLowerCase(),
    logoUrl: draft.logoUrl,
    hasShopUrl: draft.shopUrl.trim() !== '',
    sample: data.sample,
  }
  return (
    <>
      <Panel title={texts.form}>
        <form onSubmit={onSubmit} noValidate className={classes['form']}>
          <Stack align="flex-start" gap="md">
            <Fields data={data} draft={draft} error={save.error} onChange={change} />
            {save.error && !(save.error instanceof ApiError && save.error.fields.length > 0) && (
              <Input.Error role="alert">{describeError(save.error).message}</Input.Error>
            )}
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Stack>
        </form>
      </Panel>
      <Panel title={texts.preview} explanation={texts.previewHint}>
        <BrandPreview brand={brand} />
      </Panel>
    </>
  )
}

interface FieldsProps {
  data: BrandData
  draft: Draft
  error: Error | null
  onChange: (more: Partial<Draft>) => void
}

function Fields({ data, draft, error, onChange }: FieldsProps) {
  const texts = usePaymentPageTexts()
  const fault = (param: keyof BrandInput) => error && faultOf(error, param)
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameHint(data.merchant_name)}
        maxLength={nameLengthMax}
        w="100%"
        maw="30rem"
        value={draft.name}
        error={fault('display_name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <LogoField logoUrl={draft.logoUrl} error={fault('logo')} onChange={(logoUrl) => onChange({ logoUrl })} />
      <ColourField colour={draft.colour} error={fault('brand_colour')} onChange={(colour) => onChange({ colour })} />
      <TextInput
        label={texts.shopUrl}
        description={texts.shopUrlHint}
        type="url"
        inputMode="url"
        placeholder="https://shop.example"
        maxLength={urlLengthMax}
        w="100%"
        maw="30rem"
        value={draft.shopUrl}
        error={fault('shop_url')}
        onChange={(event) => onChange({ shopUrl: event.currentTarget.value })}
      />
      <TextInput
        label={texts.contact}
        description={texts.contactHint}
        maxLength={contactLengthMax}
        w="100%"
        maw="30rem"
        value={draft.contact}
        error={fault('contact')}
        onChange={(event) => onChange({ contact: event.currentTarget.value })}
      />
    </>
  )
}

interface FieldProps<Value> {
  error: string | null | undefined
  onChange: (value: Value) => void
}

function LogoField({ logoUrl, error, onChange }: FieldProps<string | null> & { logoUrl: string | null }) {
  const texts = usePaymentPageTexts()
  const [fault, setFault] = useState<LogoFileFault>()
  const choose = async (file: File | null) => {
    if (!file) return
    const read = await readLogoFile(file)
    setFault('fault' in read ? read.fault : undefined)
    if ('url' in read) onChange(read.url)
  }
  return (
    <Input.Wrapper
      label={texts.logo}
      description={texts.logoHint}
      error={fault === undefined ? error : texts.logoFaults[fault]}
      labelElement="div"
    >
      <Group gap="sm" mt="xs">
        {logoUrl !== null && <img className={classes['logo']} src={logoUrl} alt={texts.logo} />}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {texts.chooseLogo}
            </Button>
          )}
        </FileButton>
        {logoUrl !== null && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {texts.removeLogo}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

function ColourField({ colour, error, onChange }: FieldProps<string> & { colour: string }) {
  const texts = usePaymentPageTexts()
  const picked = /^#[0-9a-f]{6}$/i.test(colour) ? colour : pickerStart
  return (
    <Stack gap={4}>
      <Group gap="sm" align="flex-end">
        <TextInput
          label={texts.colour}
          description={texts.colourHint}
          placeholder="#1f4fd1"
          maxLength={7}
          value={colour}
          error={error !== null && error !== undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <input
          type="color"
          className={classes['picker']}
          aria-label={texts.pickColour}
          value={picked}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {colour !== '' && (
          <Button variant="subtle" onClick={() => onChange('')}>
            {texts.removeColour}
          </Button>
        )}
      </Group>
      {error !== null && error !== undefined && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

function draftOf(data: BrandData): Draft {
  return {
    name: data.display_name ?? '',
    shopUrl: data.shop_url ?? '',
    contact: data.contact ?? '',
    colour: data.brand_colour ?? '',
    logoUrl: data.logo?.url ?? null,
  }
}

/** The logo is sent only if it changed: the page holds the address of the saved one and not its bytes. */
function inputOf(data: BrandData, { name, shopUrl, contact, colour, logoUrl }: Draft): BrandInput {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const isNew = logoUrl !== (data.logo?.url ?? null)
  return {
    display_name: orNull(name),
    shop_url: orNull(shopUrl),
    contact: orNull(contact),
    brand_colour: orNull(colour),
    ...(isNew && { logo: logoUrl === null ? null : base64Of(logoUrl) }),
  }
}

/** The sentence about a field, without the field's name in front: it stands below its label. */
function faultOf(error: Error, param: keyof BrandInput): string | undefined {
  const message = error instanceof ApiError ? error.fieldMessage(param) : undefined
  const bare = message?.replace(new RegExp(`^${param}:? `), '')
  return bare && bare.charAt(0).toUpperCase() + bare.slice(1)
}
