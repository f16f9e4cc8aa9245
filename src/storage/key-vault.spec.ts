import 'fake-indexeddb/auto';

import { openDB } from 'idb';
import { IDBFactory } from 'fake-indexeddb';

import { ENGLISH } from '../contract';
import { KeyVault } from './key-vault';

const PLACE = 'openai https://api.openai.com/v1';
const KEY = 'sk-a-key-that-nobody-reads';

describe('KeyVault', () => {
  let forgotten: string[];

  const vault = (...owner: string[]) =>
    new KeyVault({
      owner: owner.length ? owner : ['http://localhost:8888/', 'ada'],
      trans: ENGLISH,
      onForgotten: sentence => forgotten.push(sentence)
    });

  const inDatabase = async () => {
    const db = await openDB('cellwright-keys');
    const everything: unknown[] = [];
    for (const name of db.objectStoreNames) {
      everything.push(await db.getAllKeys(name), await db.getAll(name));
    }
    db.close();
    return everything;
  };

  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
    forgotten = [];
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  it('gives back what was kept, in another page of the same person', async () => {
    await vault().save(PLACE, KEY);
    await vault().save('anthropic ', 'ä second key');
    expect(await vault().load()).toEqual({
      [PLACE]: KEY,
      'anthropic ': 'ä second key'
    });
  });

  it('keeps the newest key of a place, and forgets on demand', async () => {
    await vault().save(PLACE, 'old');
    await vault().save(PLACE, KEY);
    expect(await vault().load()).toEqual({ [PLACE]: KEY });
    await vault().forget(PLACE);
    expect(await vault().load()).toEqual({});
  });

  it.each([
    ['another user', ['http://localhost:8888/', 'bob']],
    ['another server', ['http://localhost:8888/user/ada/', 'ada']],
    ['an owner that begins like it', ['http://localhost:8888/']]
  ])('shows nothing to %s', async (_, owner) => {
    await vault().save(PLACE, KEY);
    expect(await vault(...owner).load()).toEqual({});
    await vault(...owner).forget(PLACE);
    expect(await vault().load()).toEqual({ [PLACE]: KEY });
  });

  it('has no clear text in the database, and a wrapping key that nobody can read', async () => {
    await vault().save(PLACE, KEY);
    const all = await inDatabase();
    const bytes = (value: unknown): string =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? Buffer.from(value as ArrayBuffer).toString('latin1')
        : value && typeof value === 'object'
          ? Object.values(value).map(bytes).join('\n')
          : String(value);
    expect(bytes(all)).toContain(PLACE);
    expect(bytes(all)).not.toContain(KEY);
    const wrapping = all.flat().find(each => each instanceof CryptoKey);
    expect((wrapping as CryptoKey).extractable).toBe(false);
    await expect(
      crypto.subtle.exportKey('raw', wrapping as CryptoKey)
    ).rejects.toThrow();
  });

  it('forgets a record that cannot be read, says so, and keeps the others', async () => {
    await vault().save(PLACE, KEY);
    await vault().save('google ', 'other');
    const db = await openDB('cellwright-keys');
    const [id] = (await db.getAllKeys('keys')).filter(each =>
      (each as string[]).includes(PLACE)
    );
    const record = await db.get('keys', id);
    const data = new Uint8Array(record.data);
    data[0] ^= 1;
    await db.put('keys', { ...record, data: data.buffer }, id);
    db.close();

    expect(await vault().load()).toEqual({ 'google ': 'other' });
    expect(forgotten).toEqual([
      `The key remembered for ${PLACE} could not be read and was forgotten. Enter it again in the model settings.`
    ]);
    expect(await vault().load()).toEqual({ 'google ': 'other' });
    expect(forgotten).toHaveLength(1);
  });

  it('does not give a key to an address its record was moved to', async () => {
    await vault().save(PLACE, KEY);
    const db = await openDB('cellwright-keys');
    const [id] = await db.getAllKeys('keys');
    const [owner] = id as string[];
    await db.put('keys', await db.get('keys', id), [
      owner,
      'openai https://evil.example'
    ]);
    db.close();
    expect(await vault().load()).toEqual({ [PLACE]: KEY });
    expect(forgotten).toHaveLength(1);
  });

  it('agrees on one wrapping key when two tabs begin at once', async () => {
    await Promise.all([vault().save('a', '1'), vault().save('b', '2')]);
    expect(await vault().load()).toEqual({ a: '1', b: '2' });
  });
});
