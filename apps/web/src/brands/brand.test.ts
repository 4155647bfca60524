import { describe, expect, test } from 'vitest'
import { chooseBrand } from './brand.ts'

describe('R1.2 brands', () => {
  test('R1.2 the parameter decides, else the session, else fyh; other values are the third channel', () => {
    expect(chooseBrand('', undefined).id).toBe('fyh')
    expect(chooseBrand('?productType=fbd', undefined).id).toBe('fbd')
    expect(chooseBrand('', 'fbd').id).toBe('fbd')
    expect(chooseBrand('?productType=fyh', 'fbd').id).toBe('fyh')
    expect(chooseBrand('?productType=partner', undefined).id).toBe('neutral')
  })
})
