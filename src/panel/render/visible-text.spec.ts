import { visibleProse, visibleText } from './visible-text';

const ZWNJ = '\u200c';
const ZWJ = '\u200d';

it('names each character that browsers draw as nothing, or as a plain space', () => {
  const isHidden = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}]$/u;
  const unseen: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (isHidden.test(character) && visibleText(character) === character) {
      unseen.push(code.toString(16));
    }
  }
  // Tab, the end of a line and the plain space.
  expect(unseen).toEqual(['9', 'a', '20']);
  expect(visibleText('a\r\nb\rc\u2800')).toBe('a\r\nb⟨U+000D⟩c⟨U+2800⟩');
});

it('names the marks on a letter that no script stacks so high', () => {
  expect(visibleText('e\u0302\u0301 กี่ a' + '\u0301'.repeat(6))).toBe(
    'e\u0302\u0301 กี่ a' + '\u0301'.repeat(4) + '⟨U+0301⟩⟨U+0301⟩'
  );
});

it.each([
  ['French', 'Vraiment\u202f? 12\u00a0%'],
  ['Japanese', '結果は\u3000次の通り']
])('leaves the spaces of its writing in prose: %s', (_, text) => {
  expect(visibleProse(text)).toBe(text);
  expect(visibleText(text)).toMatch(/⟨U\+/);
});

describe('a character that chooses the form of an emoji', () => {
  it.each(['⚠️', '❤︎', '1️⃣', '👁️‍🗨️'.replace(ZWJ, ''), '#️⃣ and ©️'])(
    'stays with its emoji: %s',
    text => expect(visibleText(text)).toBe(text)
  );

  it.each([
    ['a name', 'path\ufe0f', 'path⟨U+FE0F⟩'],
    ['a number', 'x1\ufe0f', 'x1⟨U+FE0F⟩'],
    ['another', '⚠\ufe0f\ufe0f', '⚠\ufe0f⟨U+FE0F⟩']
  ])('is named behind %s', (_, text, shown) =>
    expect(visibleText(text)).toBe(shown)
  );
});

describe('a joiner in words that a person wrote', () => {
  it.each([
    ['Persian', `\u0645\u06cc${ZWNJ}\u062e\u0648\u0627\u0647\u0645`],
    ['Arabic letters with marks', `\u0628\u064e${ZWNJ}\u0628`],
    ['Hindi', `\u0915\u094d${ZWJ}\u0937`],
    ['Bengali', `\u09b0\u09cd${ZWNJ}\u09af`],
    ['a family', `\u{1f468}${ZWJ}\u{1f469}${ZWJ}\u{1f467}`],
    ['an emoji with a tone', `\u{1f469}\u{1f3fd}${ZWJ}\u{1f4bb}`],
    ['a flag', `\u{1f3f3}\ufe0f${ZWJ}\u{1f308}`]
  ])('stays where the writing has it: %s', (_, text) => {
    expect(visibleProse(text)).toBe(text);
    // In code, names and paths the character is made visible.
    expect(visibleText(text)).toMatch(/⟨U\+200[CD]⟩/);
  });

  it.each([
    ['Latin letters', `pay${ZWJ}pal`, 'pay⟨U+200D⟩pal'],
    ['digits', `1${ZWNJ}0`, '1⟨U+200C⟩0'],
    ['a space', `\u0645${ZWNJ} x`, '\u0645⟨U+200C⟩ x'],
    ['another script', `\u0645${ZWNJ}a`, '\u0645⟨U+200C⟩a'],
    ['an emoji and a letter', `\u{1f468}${ZWJ}a`, '\u{1f468}⟨U+200D⟩a'],
    [
      'another joiner',
      `\u0645${ZWNJ}${ZWNJ}\u062e`,
      '\u0645⟨U+200C⟩⟨U+200C⟩\u062e'
    ],
    [
      'a non-joiner in emoji',
      `\u{1f468}${ZWNJ}\u{1f469}`,
      '\u{1f468}⟨U+200C⟩\u{1f469}'
    ]
  ])('is shown beside %s', (_, text, shown) => {
    expect(visibleProse(text)).toBe(shown);
  });

  it('is not all that hides: directions are shown everywhere', () => {
    expect(visibleProse('\u0645\u200f\u202e\u2066\u062e')).toBe(
      '\u0645⟨U+200F⟩⟨U+202E⟩⟨U+2066⟩\u062e'
    );
  });
});
