import { expect, test } from 'vitest';
import { openEncryption } from './encryption.ts';

const [first, second] = ['the first secret, long enough', 'the second secret, long enough'];
const plain = Buffer.from('Bonafide');

test('the same text is encrypted differently each time, with a random IV of 96 bits and a tag of 128', () => {
  const { encrypt, decrypt } = openEncryption(first);
  const [one, other] = [encrypt(plain), encrypt(plain)];
  expect(one.length).toBe(12 + 16 + plain.length);
  expect(one.subarray(0, 12)).not.toEqual(other.subarray(0, 12));
  expect([decrypt(one), decrypt(other)]).toEqual([plain, plain]);
});

test('bytes that were altered anywhere, cut off or encrypted with another key are not decrypted', () => {
  const { encrypt, decrypt } = openEncryption(first);
  const encrypted = encrypt(plain);
  for (const place of encrypted.keys()) {
    const altered = Buffer.from(encrypted);
    altered[place] = (altered[place] ?? 0) ^ 1;
    expect(() => decrypt(altered), String(place)).toThrow();
  }
  for (const length of [0, 11, 12, 20, 28, encrypted.length - 1])
    expect(() => decrypt(encrypted.subarray(0, length)), String(length)).toThrow();
  expect(() => openEncryption(second).decrypt(encrypted)).toThrow();
});

test('with a new key, what the former one has encrypted is read, and encrypted again', () => {
  const [former, rotating, current] = [openEncryption(first), openEncryption(second, first), openEncryption(second)];
  const old = former.encrypt(plain);
  expect([former.isRotating, rotating.isRotating]).toEqual([false, true]);
  expect(rotating.decrypt(old)).toEqual(plain);
  const renewed = rotating.renew(old);
  expect(current.decrypt(renewed ?? Buffer.alloc(0))).toEqual(plain);
  expect(rotating.renew(renewed ?? Buffer.alloc(0))).toBeUndefined();
  expect(rotating.decrypt(rotating.encrypt(plain))).toEqual(plain);
  expect(() => rotating.renew(openEncryption('a third secret, long enough').encrypt(plain))).toThrow();
  expect(rotating.deriveKey('push')).toEqual(current.deriveKey('push'));
});
