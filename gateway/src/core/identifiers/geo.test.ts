import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iso31662 } from 'iso-3166'
import { checkCountryIso, checkStateIso } from './geo.ts'
import { checkPeruvianRegion } from './pe/region.ts'

test('a country of two or three letters in any case is normalised to two', () => {
  for (const raw of ['AR', 'ar', 'ARG', ' arg ']) assert.equal(checkCountryIso(raw).normalised, 'AR')
  assert.deepEqual(checkCountryIso('PER').findings, [])
})

test('an unknown country is refused', () => {
  for (const raw of ['', 'XX', 'ARX', 'Argentina', '032', 'constructor']) {
    assert.equal(checkCountryIso(raw).findings[0]?.severity, 'hard', raw)
  }
})

test('a state is accepted with and without its country', () => {
  assert.deepEqual(checkStateIso('AR-B', 'AR'), { type: 'STATE', normalised: 'AR-B', findings: [] })
  assert.deepEqual(checkStateIso('b', 'ar'), { type: 'STATE', normalised: 'AR-B', findings: [] })
  assert.equal(checkStateIso('SP', 'BR').normalised, 'BR-SP')
})

test('an unknown state, or a state of another country, is flagged and keeps its text', () => {
  const unknown = checkStateIso('Buenos Aires', 'AR')
  assert.deepEqual([unknown.normalised, unknown.findings[0]?.severity], ['Buenos Aires', 'soft'])
  const foreign = checkStateIso('BR-SP', 'AR')
  assert.equal(foreign.normalised, 'BR-SP')
  assert.equal(String(foreign.findings[0]?.message), 'BR-SP is not in the country AR')
})

test('every Peruvian region is found by its code, short code and name', () => {
  const regions = iso31662.filter((entry) => entry.parent === 'PE')
  assert.equal(regions.length, 26)
  for (const region of regions) {
    for (const text of [region.code, region.code.slice(3).toLowerCase(), region.name.toUpperCase()]) {
      assert.deepEqual(checkPeruvianRegion(text), { type: 'REGION', normalised: region.code, findings: [] }, text)
    }
  }
})

test('regions are found without accents and by everyday names; Lima is the region, Lima Metropolitana the city', () => {
  const cases = [
    ['apurimac', 'PE-APU'],
    ['Callao', 'PE-CAL'],
    ['Cuzco', 'PE-CUS'],
    ['Lima', 'PE-LIM'],
    ['Lima Metropolitana', 'PE-LMA'],
    ['Departamento de San Martin', 'PE-SAM'],
  ] as const
  for (const [text, code] of cases) assert.equal(checkPeruvianRegion(text).normalised, code, text)
})

test('an unknown region is flagged and keeps its text', () => {
  const result = checkPeruvianRegion(' Atlantis ')
  assert.deepEqual([result.normalised, result.findings[0]?.severity], ['Atlantis', 'soft'])
})
