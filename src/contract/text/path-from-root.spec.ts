import { isWithin, pathFromRoot } from '..';

const HOSTILE: Record<string, string[]> = {
  parents: [
    '..',
    '../secret',
    '../../etc/passwd',
    'data/..',
    'data/../../secret',
    'data/./../../secret',
    './..',
    'a/b/c/../../../../x',
    '.../x',
    '....//x',
    '. ./x',
    '.. /x',
    ' ../x',
    '..;/x',
    '..;a=1/x',
    'data/ .. /x'
  ],
  'absolute paths and homes': [
    '/etc/passwd',
    '//server/share',
    '///etc',
    '/',
    '~',
    '~/.ssh/id_rsa',
    '~root/.bashrc'
  ],
  'drives, shares and streams of Windows': [
    'C:',
    'C:/Windows',
    'C:\\Windows',
    'c:x.txt',
    'data/C:/Windows',
    '\\\\server\\share',
    '\\\\?\\C:\\x',
    'data\\..\\..\\x',
    '..\\x',
    'a\\b',
    '.env::$DATA',
    'data/.env::$DATA',
    'data/.env:$DATA'
  ],
  'schemes and other drives of JupyterLab': [
    'file:///etc/passwd',
    'https://example.org/x',
    'Drive:file',
    'RTC:data/a.csv',
    'javascript:alert(1)'
  ],
  'encoded ones': [
    '%2e%2e/x',
    '%2E%2E/x',
    '..%2fx',
    '..%5cx',
    'data%2f..%2f..%2fx',
    '%2fetc%2fpasswd',
    '%252e%252e%252fx',
    '%c0%ae%c0%ae/x',
    '..%c0%afx',
    '..%c1%9cx',
    '%e0%80%ae%e0%80%ae/x',
    '%u002e%u002e/x',
    '%uff0e%uff0e/x',
    'a%00.csv',
    'a%0a.csv',
    'C%3a/x',
    '%7eroot/x',
    '%EF%BC%8E%EF%BC%8E%2fx'
  ],
  'look-alikes': [
    '\uff0e\uff0e/x',
    '\u2025/x',
    '\u2024\u2024/x',
    '.\u2024/x',
    'data/\uff0e\uff0e/x',
    '..\uff0fx',
    'data\uff0f..\uff0fx',
    '..\u2215x',
    '..\u2044x',
    '..\uff3cx',
    '..\u2216x',
    '..\ufe68x',
    '..\u29f8x',
    '\uff23\uff1a/x',
    '\uff05\uff12\uff45\uff05\uff12\uff45/x',
    '\u3002\u3002/x',
    '\uff5e/x',
    'data\u2100x'
  ],
  'what nobody sees': [
    'a\u0000.csv',
    'a\nb.csv',
    'a\tb.csv',
    'a\u007fb',
    '.\u200b./x',
    '.\u00ad./x',
    '.\u2060./x',
    '\ufeff../x',
    '.\u200d./x',
    'a\u202efdp.csv',
    'a\u2066b\u2069.csv',
    'a\u2028b',
    'a\u3164b',
    'a\u{e0041}b.csv',
    'a\ud800b.csv',
    ' secret.csv',
    'secret.csv ',
    'data /x',
    'x'.repeat(5000)
  ]
};

const LEGITIMATE: [string, string][] = [
  ['', ''],
  ['.', ''],
  ['./', ''],
  ['a.csv', 'a.csv'],
  ['./data//a.csv', 'data/a.csv'],
  ['data/', 'data'],
  ['my data/final version (2).csv', 'my data/final version (2).csv'],
  ['a..b', 'a..b'],
  ['..a/b..', '..a/b..'],
  ['.cellwright.md', '.cellwright.md'],
  ['.github/workflows/test.yml', '.github/workflows/test.yml'],
  ['papers/Smith et al./table.csv', 'papers/Smith et al./table.csv'],
  ['wait….csv', 'wait….csv'],
  ['100%.csv', '100%.csv'],
  ['50% off/a%20b.csv', '50% off/a%20b.csv'],
  ['[draft] notes {1}.md', '[draft] notes {1}.md'],
  ['logs/12:30.txt', 'logs/12:30.txt'],
  ['Größe/Übersicht.csv', 'Größe/Übersicht.csv'],
  ['cafe\u0301/re\u0301sume\u0301.csv', 'cafe\u0301/re\u0301sume\u0301.csv'],
  ['数据：最终.csv', '数据：最终.csv'],
  ['報告。最終.txt', '報告。最終.txt'],
  ['بيانات/ملف.csv', 'بيانات/ملف.csv'],
  ['می\u200cخواهم.csv', 'می\u200cخواهم.csv'],
  ['👩\u200d🔬/❤\ufe0f.csv', '👩\u200d🔬/❤\ufe0f.csv'],
  ['½ price.csv', '½ price.csv'],
  ['Screenshot 9.41\u202fAM.png', 'Screenshot 9.41\u202fAM.png'],
  ['backup~/a.csv~', 'backup~/a.csv~'],
  ['$HOME/a #1 & b=c?.csv', '$HOME/a #1 & b=c?.csv'],
  ['PROGRA~1/a;b,c.csv', 'PROGRA~1/a;b,c.csv']
];

describe('pathFromRoot', () => {
  it('has a corpus of at least sixty hostile paths', () => {
    const all = Object.values(HOSTILE).flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(60);
  });

  for (const [kind, paths] of Object.entries(HOSTILE)) {
    it.each(paths.map(path => [JSON.stringify(path.slice(0, 40)), path]))(
      `refuses ${kind}: %s`,
      (_, path) => {
        expect(pathFromRoot(path)).toBeNull();
      }
    );
  }

  it.each(LEGITIMATE)('keeps %j', (path, expected) => {
    expect(pathFromRoot(path)).toBe(expected);
  });

  it('says the same of what it gave', () => {
    for (const [path] of LEGITIMATE) {
      const once = pathFromRoot(path) ?? '';
      expect(pathFromRoot(once)).toBe(once);
    }
  });
});

describe('isWithin', () => {
  it.each([
    ['work/a.csv', 'work', true],
    ['work', 'work', true],
    ['workshop/a.csv', 'work', false],
    ['a.csv', 'work', false],
    ['a.csv', '', true]
  ])('%j in %j: %s', (path, folder, expected) => {
    expect(isWithin(path, folder)).toBe(expected);
  });
});
