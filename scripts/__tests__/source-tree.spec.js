import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

import { folderCircles } from '../folder-circles.mjs';
import { sourceFaults } from '../source-faults.mjs';

const ROOT = path.resolve(__dirname, '../..');
const SRC = path.join(ROOT, 'src');

/** What a rule does not fit, and why. At most five. */
const EXCEPTIONS = {
  'icon.ts': 'the icon carries the name of the product',
  'tokens.ts': 'the tokens of other extensions, with the types they need',
  'jupyter/files/pattern-worker.ts': 'runs in a worker, and exports nothing',
  'testing/unheld-channels.ts': 'is loaded by Jest, and exports nothing',
  'testing/fake-notebook.ts': 'the whole port of a notebook, 700 lines long'
};

/** What a rule finds where there is nothing to find. */
const NOTHING = { name: [], lines: [], spec: [], folder: [], exceptions: [] };

/** A folder of its own, with these files. */
function planted(files, act) {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-planted-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      const target = path.join(place, name);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, text);
    }
    return act(place);
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
  }
}

describe('files and folders', () => {
  it('have the names, the specs and the sizes that they should have', () => {
    expect(sourceFaults(SRC, EXCEPTIONS)).toEqual(NOTHING);
  });

  it('have at most 400 lines in the tests of the browser, too, but for specs', () => {
    const { lines } = sourceFaults(path.join(ROOT, 'ui-tests'), {});
    expect(lines).toEqual([]);
  });

  const lines = count =>
    `export const long = [\n${'1,\n'.repeat(count - 2)}];\n`;
  const many = (count, end) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `engine/a${at}${end}`,
        `export const a${at} = 1;`
      ])
    );

  it.each([
    [
      'a name that is no export’s',
      { 'engine/said.ts': 'export class X {}' },
      { name: ['engine/said.ts'] }
    ],
    [
      'the same of a component',
      { 'panel/said.tsx': 'export function Card() {}' },
      { name: ['panel/said.tsx'] }
    ],
    [
      'a file that exports nothing',
      { 'engine/words.ts': 'const words = 1;' },
      { name: ['engine/words.ts'] }
    ],
    [
      '401 lines',
      { 'engine/long.ts': lines(401) },
      { lines: ['engine/long.ts'] }
    ],
    [
      '401 lines of a component',
      { 'panel/long.tsx': lines(401) },
      { lines: ['panel/long.tsx'] }
    ],
    [
      'a spec without its file',
      { 'engine/gone.spec.ts': '' },
      { spec: ['engine/gone.spec.ts'] }
    ],
    [
      'the same of a component',
      { 'panel/gone.spec.tsx': '' },
      { spec: ['panel/gone.spec.tsx'] }
    ],
    ['21 files in a folder', many(21, '.ts'), { folder: ['engine'] }],
    ['21 components in a folder', many(21, '.tsx'), { folder: ['engine'] }]
  ])('would be found: %s', (_, files, faults) => {
    expect(planted(files, place => sourceFaults(place, {}))).toEqual({
      ...NOTHING,
      ...faults
    });
  });

  it('are not at fault at the limit, as a story or as an exception', () => {
    const files = {
      'engine/long.ts': lines(400),
      'engine/retry.ts': 'export const retryEngine = 1;',
      'engine/thread-record.ts': 'export interface IThreadRecord { id: 1 }',
      'engine/stories/whatever.spec.ts': lines(500),
      'engine/long.spec.ts': lines(500),
      'testing/said.ts': lines(500),
      ...Object.fromEntries(
        Object.entries(many(20, '.ts')).map(([name, text]) => [
          name.replace('engine', 'twenty'),
          text
        ])
      )
    };
    expect(
      planted(files, place =>
        sourceFaults(place, { 'testing/said.ts': 'a reason' })
      )
    ).toEqual(NOTHING);
  });

  it.each([
    ['the sixth', many(6, '.ts'), () => 'a reason', ['engine/a5.ts']],
    ['one without a reason', many(1, '.ts'), () => ' ', ['engine/a0.ts']],
    ['one of a file that is gone', {}, () => 'a reason', ['engine/a0.ts']]
  ])('have no exception like %s', (_, files, reason, exceptions) => {
    const excepted = Object.keys({ ...many(1, '.ts'), ...files });
    expect(
      planted({ 'engine/b.ts': 'export const b = 1;', ...files }, place =>
        sourceFaults(
          place,
          Object.fromEntries(excepted.map(name => [name, reason()]))
        )
      )
    ).toEqual({ ...NOTHING, exceptions });
  });
});

describe('a middleware', () => {
  const FOLDER = path.join(SRC, 'engine/middleware');
  const read = name => fs.readFileSync(path.join(FOLDER, name), 'utf8');
  const made = fs
    .readdirSync(FOLDER)
    .filter(name => /\.ts$/.test(name) && !/^index\.|\.spec\./.test(name))
    .flatMap(name =>
      [
        ...read(name).matchAll(/^export (?:function|const) (\w+Middleware)\b/gm)
      ].map(([, middleware]) => [middleware, name.replace(/\.ts$/, '.spec.ts')])
    );

  it.each(made)('%s is called by its own spec, %s', (middleware, spec) => {
    expect(read(spec)).toMatch(new RegExp(`\\b${middleware}(\\.create)?\\(`));
  });
});

describe('imports', () => {
  const cruise = (cwd, folder) =>
    spawnSync(
      process.execPath,
      [
        path.join(
          ROOT,
          'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'
        ),
        '--config',
        path.join(ROOT, '.dependency-cruiser.cjs'),
        folder
      ],
      { cwd, encoding: 'utf8' }
    );

  it('go in no circle, those of types included', () => {
    const { status, stdout } = cruise(ROOT, 'src');
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('no dependency violations')
    ]);
  });

  it.each([
    [
      'of types alone',
      {
        'a.ts': `import type { B } from './b';\nexport type A = B | 1;`,
        'b.ts': `import type { A } from './c';\nexport type B = A | 2;`,
        'c.ts': `export { type A } from './a';`
      }
    ],
    [
      'of values',
      {
        'a.ts': `import { b } from './b';\nexport const a = () => b();`,
        'b.ts': `import { a } from './a';\nexport const b = () => a();`
      }
    ],
    [
      'of a value and a type, over a component',
      {
        'a.ts': `import { B } from './b';\nexport type A = typeof B;`,
        'b.tsx': `import type { A } from './a';\nexport const B = 1 as unknown as A;`
      }
    ]
  ])('would be refused in a circle %s', (_, files) => {
    const { status, stdout } = planted(
      {
        ...Object.fromEntries(
          Object.entries(files).map(([name, text]) => [`src/${name}`, text])
        ),
        'tsconfig.json': fs.readFileSync(path.join(ROOT, 'tsconfig.json'))
      },
      place => {
        fs.symlinkSync(
          path.join(ROOT, 'node_modules'),
          path.join(place, 'node_modules')
        );
        return cruise(place, 'src');
      }
    );
    expect(status).not.toBe(0);
    expect(stdout).toContain('no-circle');
  });

  it('lead from no folder back to it', () => {
    expect(folderCircles(SRC)).toEqual([]);
  });

  it.each([
    [
      'over two folders whose files are in none',
      {
        'engine/run/x.ts': `import { y } from '../thread/y';\nexport const x = y;`,
        'engine/thread/y.ts': 'export const y = 1;',
        'engine/thread/z.ts': `import type { W } from '../run/w';\nexport type Z = W;`,
        'engine/run/w.ts': 'export type W = 1;'
      },
      [['engine/run', 'engine/thread']]
    ],
    [
      'over three, a component and an index',
      {
        'panel/a/x.tsx': `export * from '../b';`,
        'panel/b/index.ts': `export type { Y } from './y';`,
        'panel/b/y.ts': `export type Y = import('../c/z').Z;`,
        'panel/c/z.ts': `export type Z = 1;`,
        'panel/c/w.ts': `import { V } from '../a/v';\nexport const w = V;`,
        'panel/a/v.tsx': 'export const V = 1;'
      },
      [['panel/a', 'panel/b', 'panel/c']]
    ],
    [
      'not where it loads late, or in a spec',
      {
        'panel/a/x.ts': `import { y } from '../b/y';\nexport const x = y;`,
        'panel/b/y.ts': `import type * as C from '../lazy-chunk';\nexport const y = (): Promise<typeof C> => import('../lazy-chunk');\nexport const z = () => import('../a/x');`,
        'panel/lazy-chunk.ts': `export * from './a/x';`,
        'panel/b/y.spec.ts': `import { x } from '../a/x';\nx;`,
        'panel/stories/z.ts': `import { x } from '../a/x';\nexport const z = x;`
      },
      []
    ],
    [
      'not over what puts the folders of a layer together',
      {
        'panel/index.ts': `export * from './a/x';\nexport * from './mark';`,
        'panel/mark.ts': `export const mark = 1;`,
        'panel/a/x.ts': `import { mark } from '../mark';\nexport const x = mark;`
      },
      []
    ]
  ])('would be found to lead back %s', (_, files, circles) => {
    expect(planted(files, folderCircles)).toEqual(circles);
  });
});

describe('the page for contributors', () => {
  /** Files that a text names between backticks, with their folder, but not there. */
  const missing = text =>
    [...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+\.\w+)`/g)]
      .map(([, name]) => name)
      .filter(
        name =>
          ![ROOT, SRC].some(place => fs.existsSync(path.join(place, name)))
      );

  it('names no file that is not there', () => {
    const text = fs.readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    expect(missing(text)).toEqual([]);
  });

  it('would be found to name one', () => {
    expect(missing('| x | `engine/gone.ts`; `tools/index.ts` |')).toEqual([
      'engine/gone.ts'
    ]);
    expect(missing('`src/index.ts` and `tools/index.ts`')).toEqual([]);
  });
});
