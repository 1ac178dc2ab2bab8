import { describe, expect, it } from 'vitest'
import { imageOf } from './image'

describe('an image', () => {
  const origin = 'https://console.example.com'
  it.each([
    ['https://console.example.com/covers/7.png', true],
    ['https://elsewhere.example.com/7.png', false],
    ['http://console.example.com/7.png', false],
    ['https://console.example.com.evil.test/7.png', false],
    ['javascript:alert(1)', false],
    ['data:image/png;base64,AAAA', false],
    ['/covers/7.png', false],
    ['https://', false],
    [null, false],
  ])('at %j is shown: %j', (address, shown) => {
    expect(imageOf(address, origin)).toBe(shown ? address : null)
  })
})
