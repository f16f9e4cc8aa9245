import { hasScript, isPlainMarkup } from './is-plain-markup';

it.each([
  '<b>5 < 6</b>',
  '<p style="color: red; margin: 0 auto; padding: 4px;">x</p>',
  "<td style='background-color: #eee; border: 1px solid #ccc'>1</td>",
  '<table border="1" class="dataframe">',
  '<a href="https://example.org">x</a>'
])('only shows text: %s', text => expect(isPlainMarkup(text)).toBe(true));

it.each([
  ['a tag within a tag', '<<b>script>alert(1)</script>'],
  ['a comment that ends at once', '<!--><b/onclick=alert(1)>-->'],
  ['one with a dash', '<!---><link rel=stylesheet href=//a>-->'],
  [
    'one that ends with an exclamation mark',
    '<!-- --!><details/open/ontoggle=alert(1)>-->'
  ],
  ['an attribute behind a slash', '<b/onclick=alert(1)>x</b>'],
  ['a place of its own', '<b style="position:fixed;inset:0">x</b>'],
  ['a margin that moves it', '<b style="margin-top: -400px">x</b>'],
  [
    'the same in a calculation',
    '<b style="margin-top: calc(0px + -400px)">x</b>'
  ],
  ['an address', '<b style="background: url(https://a)">x</b>'],
  [
    'an address by another name',
    `<b style="background: image-set('https://a' 1x)">x</b>`
  ],
  ['a name in disguise', '<b style="background: u\\72l(https://a)">x</b>'],
  ['a name with a comment in it', '<b style="background: u/**/rl(//a)">x</b>'],
  ['a property of no list', '<b style="transform: scale(99)">x</b>'],
  ['the look of a dialog', '<b class="x jp-Dialog">x</b>'],
  ['the same in entities', '<b class="&#106;p-Dialog">x</b>'],
  ['the name of a part', '<b id="jp-main-dock-panel">x</b>']
])('does more than show text: %s', (_, text) =>
  expect(isPlainMarkup(text)).toBe(false)
);

it.each(['<b/onclick=alert(1)>', '<b a="x"onclick=alert(1)>'])(
  'has a script: %s',
  text => expect(hasScript(text)).toBe(true)
);

it.each(['<b ', '<b style="', 'color: a', 'color: a;', ' '])(
  'is decided however often it says %j',
  piece => {
    const text = `<b style="color: ${piece.repeat(60_000 / piece.length)}`;
    expect(isPlainMarkup(text)).toBe(false);
  }
);
