import { hashText } from '../../contract';
import { freshBrowser, openTab } from '../stories/two-tabs';
import { unfoldTexts } from './fold-texts';
import { putTexts } from './put-texts';
import type { ThreadDatabase } from './thread-database';

/** Two texts of the same length that `hashText` does not tell apart. */
const [ONE, OTHER] = [
  '\u12f9\u7746\uabdb\u0c0b\u7940\u077f\u574f\u03d8\u0bee\u063c\ubf26\u4e19\u759c\u0919\u2f7f\u9898\u5efb\ub696\u2055\u0923\u675f\u8ae7\u12f5\u1ecd\u01ce\u4e82\u6898\u2435\u55e0\u3991\u288e\u49e2\u467b\u7d9a\u929c\uac3a\u1c47\u92fb\u9568\u49bc\u4d94\u8b1b\u7c8c\uc7b3\u021a\u4135\u04cc\uc581\u625f\ub68c\u244e\ua117\u9d62\u9d57',
  '\u12f9\u7746\uabdb\u62f4\ub3a3\u0dcd\u574f\u03d8\u0bee\u063c\ubf26\u4e19\u759c\u0919\u2f7f\ua98c\ub176\u04e9\u3dc9\u172d\u7249\u9ee4\u5333\u64ac\u290c\uc46d\u2d8b\uc3fa\u2a3e\u2dbc\u2a42\u8efc\u2aa5\u20c4\u99b5\u0bcb\u14af\u03d7\u8e14\u49bc\u4d94\u8b1b\u7c8c\uc7b3\u021a\u718a\u22d5\ua4ed\u0c8f\u57a1\u89a9\ua117\u9d62\u9d57'
].map(end => 'p'.repeat(2000) + end);

describe('long texts of a transaction', () => {
  let database: ThreadDatabase;

  beforeEach(async () => {
    freshBrowser();
    database = await openTab();
  });

  const stored = (values: readonly string[], inOrder: boolean) =>
    database.write('t', ['texts'], async tx => {
      const texts = tx.objectStore('texts');
      const stored: unknown[] = [];
      for (const value of inOrder ? values : []) {
        stored.push(await putTexts(texts, 't', value));
      }
      return inOrder
        ? stored
        : Promise.all(values.map(value => putTexts(texts, 't', value)));
    });

  const read = (value: unknown) =>
    unfoldTexts(value, hash => database.db.get('texts', ['t', hash]));

  it.each([
    ['one after the other', true],
    ['at once', false]
  ])(
    'are told apart where they share a hash, stored %s',
    async (_, inOrder) => {
      expect(hashText(ONE)).toBe(hashText(OTHER));
      expect(ONE).toHaveLength(OTHER.length);
      const texts = [ONE, OTHER, ONE, OTHER];
      const retained = await stored(texts, inOrder);
      expect(await Promise.all(retained.map(read))).toEqual(texts);
      expect(await database.db.count('texts')).toBe(2);
      // In a later transaction, too.
      const [again] = await stored([OTHER], true);
      expect(await read(again)).toBe(OTHER);
      expect(await database.db.count('texts')).toBe(2);
    }
  );
});
