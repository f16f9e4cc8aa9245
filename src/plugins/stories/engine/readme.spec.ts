import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { DEFAULT_POLICY, EFFECTS, ENGLISH } from '../../../contract';
import { demoProvider } from '../../../demo-model/demo-provider';
import { providers } from '../../../models';
import { TOOLS } from '../../../tools';
import { readTable } from './read-table';

const ROOT = join(__dirname, '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const README = read('README.md');
/** Pages with what does not fit in the README. */
const DOCS = readdirSync(join(ROOT, 'docs'))
  .filter(name => name.endsWith('.md'))
  .map(name => `docs/${name}`);
/** Everything written for people to read. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...DOCS
];

const bare = (name: string): string => name.replace(/`/g, '');

interface ISetting {
  title: string;
  default?: unknown;
  properties?: Record<string, ISetting>;
}

describe('the README', () => {
  it('lists each tool with the effects it declares', () => {
    const rows = [...readTable('docs/tools.md', 'The tools it has')].map(
      ([name, cells]) => [bare(name), bare(cells[1]).split(', ')]
    );
    expect(Object.fromEntries(rows)).toEqual({
      ...Object.fromEntries(TOOLS.map(({ name, effects }) => [name, effects])),
      // LangChain's own tool; the plan is stored only in the conversation.
      write_todos: ['none'],
      // Only if there are many tools.
      find_tools: ['read']
    });
  });

  it('tells the time limit of commands', () => {
    const [, ms] = /default: (\d+)/.exec(
      readFileSync(join(ROOT, 'src/tools/commands/execute-command.ts'), 'utf8')
    ) as RegExpExecArray;
    const [does] =
      readTable('docs/tools.md', 'The tools it has').get('`execute_command`') ??
      [];
    expect(does).toContain(`${Number(ms) / 1000} s`);
  });

  it('lists each effect with what happens by default', () => {
    const rows = readTable('README.md', 'Permissions');
    expect([...rows.keys()].map(bare)).toEqual([...EFFECTS]);
    for (const effect of EFFECTS) {
      const [, byDefault] = rows.get(`\`${effect}\``) ?? [];
      expect([effect, byDefault]).toEqual([
        effect,
        expect.stringMatching(
          DEFAULT_POLICY.effects[effect] === 'allow'
            ? /^runs at once/
            : /^a card/
        )
      ]);
    }
  });

  it('lists each provider by its name in the form, with its presets and its key', () => {
    const rows = readTable('README.md', 'Connect a model');
    const infos = [demoProvider, ...providers].map(each => {
      const info = each.info(ENGLISH);
      return { ...info, title: info.title.replace('’', "'") };
    });
    expect([...rows.keys()].sort()).toEqual(
      infos.map(({ title }) => title).sort()
    );
    for (const { title, key, presets } of infos) {
      const [what, has] = rows.get(title) ?? [];
      const needed = presets.length > 0 && presets.every(each => each.needsKey);
      expect([title, has]).toEqual([title, needed ? 'yes' : KEYS[key]]);
      for (const preset of presets.length > 1 ? presets : []) {
        expect(what).toContain(preset.title);
      }
    }
  });

  it('names each setting by its title, with its default', () => {
    /** "Model; Second model" are two names of one row. */
    const named = new Map(
      ['What can be set', 'Plan mode and what it learns'].flatMap(heading =>
        [...readTable('docs/settings.md', heading)].flatMap(([names, cells]) =>
          names.split('; ').map(name => [name, cells.join(' ')] as const)
        )
      )
    );
    const found = new Set<string>();
    for (const { path, title, group, byDefault } of settings()) {
      const name = TOGETHER.has(path[0]) ? group : title;
      found.add(name);
      expect([path.join('.'), named.get(name)]).toEqual([
        path.join('.'),
        expect.stringMatching(shown(byDefault, path))
      ]);
    }
    expect([...found].sort()).toEqual([...named.keys()].sort());
  });

  it('names the panel’s menu as it is', () => {
    const menu = readFileSync(
      join(ROOT, 'src/panel/components/header.tsx'),
      'utf8'
    );
    const names = ['README.md', ...DOCS].flatMap(page => [
      ...read(page).matchAll(/\*\*Menu → ([^*]+)\*\*/g)
    ]);
    expect(README).toContain('**Menu → ');
    for (const [, name] of names) {
      expect(menu).toContain(`trans.__('${name}')`);
    }
  });

  it('has at most 150 lines, in the order somebody new reads', () => {
    expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
    expect([...README.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(
      [
        'Install',
        'The first five minutes',
        'Connect a model',
        'Permissions',
        'Privacy',
        'Undo and history',
        'Limits',
        'Troubleshooting',
        'Links'
      ]
    );
  });

  it('leads to every page under docs/', () => {
    expect(DOCS.filter(page => !README.includes(`](${page})`))).toEqual([]);
  });

  it('names the first failures by their titles in the panel', () => {
    const titles = [
      ...readTable('README.md', 'Troubleshooting').keys()
    ].flatMap(cell => [...cell.matchAll(/\*\*([^*]+)\*\*/g)]);
    const texts = ['models/errors/explain-fault.ts', 'tools/cells/run-cell.ts']
      .map(file => read(`src/${file}`))
      .join();
    expect(titles.length).toBeGreaterThan(4);
    expect(
      titles
        .map(([, title]) => title.replace("'", '’'))
        .filter(title => !texts.includes(title))
    ).toEqual([]);
  });
});

it('what people read has links and pictures that lead somewhere', () => {
  const targets = PAGES.flatMap(page =>
    [
      ...withoutCode(read(page)).matchAll(
        /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g
      )
    ]
      .map(([, link, attribute]) => link ?? attribute)
      .filter(target => !/^[a-z]+:/.test(target))
      .map(target => [page, target] as const)
  );
  expect(targets.length).toBeGreaterThan(40);
  expect(targets.filter(([page, target]) => !leads(page, target))).toEqual([]);
});

describe('SECURITY.md', () => {
  const SECURITY = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

  it('lists the files of fixed inspection code, each of them and no other', () => {
    const section =
      SECURITY.split(/^## /m).find(each =>
        each.startsWith("Cellwright's own code")
      ) ?? '';
    let folder = '';
    const listed = [...section.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path]) => {
      folder = path.includes('/') ? dirname(path) : folder;
      return path.includes('/') ? path : `${folder}/${path}`;
    });
    expect(listed.filter(path => !existsSync(join(ROOT, 'src', path)))).toEqual(
      []
    );
    expect(filesWithCode().filter(path => !listed.includes(path))).toEqual([]);
  });

  it('names tests and corpora that are there', () => {
    const named = [
      ...SECURITY.matchAll(/`((?:[\w-]+\/)+[\w-]+\.spec\.tsx?)`/g)
    ].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(25);
    expect(
      named.filter(
        path =>
          !existsSync(join(ROOT, 'src', path)) && !existsSync(join(ROOT, path))
      )
    ).toEqual([]);
    const corpora = [...SECURITY.matchAll(/`([\w-]+\.jsonl)`/g)];
    expect(
      corpora.filter(
        ([, name]) => !existsSync(join(ROOT, 'src/testing/corpus', name))
      )
    ).toEqual([]);
  });
});

/** Whether a link on a page leads to an existing file and heading. */
function leads(page: string, target: string): boolean {
  const [path, heading] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  return (
    existsSync(join(ROOT, file)) &&
    (heading === undefined || anchors(read(file)).includes(heading))
  );
}

/** Headings as links refer to them. */
function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-')
  );
}

const KEYS = {
  no: '–',
  optional: 'if the server wants one',
  required: 'yes'
};

/** Groups that the table tells of as a whole. */
const TOGETHER = new Set(['model', 'fallback', 'policy', 'summary', 'threads']);

/** All settings that are not groups. */
function settings() {
  const schema = JSON.parse(
    readFileSync(join(ROOT, 'schema/plugin.json'), 'utf8')
  ) as ISetting;
  const look = (at: ISetting, path: string[], group: string): ILeaf[] =>
    Object.entries(at.properties ?? {}).flatMap(([name, setting]) => {
      const here = [...path, name];
      const { title, properties } = setting;
      return properties
        ? look(setting, here, title)
        : [{ path: here, title, group, byDefault: setting.default }];
    });
  return look(schema, [], '');
}

interface ILeaf {
  path: string[];
  title: string;
  group: string;
  byDefault: unknown;
}

/** What a default of 0 means, in words. */
const ZERO: Record<string, RegExp> = {
  'plan.mostTokens': /^no limit\b/,
  'plan.mostCost': /^no limit\b/,
  'reports.evidenceMinutes': /^no limit\b/,
  'limits.approvalMinutes': /^no limit\b/,
  'limits.callsPerStep': /^all\b/
};

/** How a default appears in its row; longer ones are described. */
function shown(byDefault: unknown, path: string[]): RegExp {
  switch (typeof byDefault) {
    case 'boolean':
      return byDefault ? /\bon\b/ : /\boff\b/;
    case 'number':
      return byDefault === 0
        ? (ZERO[path.join('.')] ?? /^0\b/)
        : new RegExp(`\\b${byDefault}\\b`);
    case 'object':
      return new RegExp(
        Object.entries(byDefault ?? {})
          .filter(([, value]) => typeof value === 'number')
          .map(([name, value]) => `\`${name}\` ${value}`)
          .join('.*')
      );
    default:
      return /./;
  }
}

/** Sources that contain a program for a kernel, relative to `src/`. */
function filesWithCode(): string[] {
  return ['tools', 'engine', 'jupyter'].flatMap(layer =>
    readdirSync(join(ROOT, 'src', layer), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.ts') && !/stories|\.spec\./.test(path))
      .map(path => join(layer, path))
      .filter(path =>
        /^ *(import \w+(, \w+)*|def \w+\(.*\):|\w+ <- function\(.*|function \w+\(\w+\))$/m.test(
          readFileSync(join(ROOT, 'src', path), 'utf8')
        )
      )
  );
}

/** Text between backticks shows how something is written. */
function withoutCode(text: string): string {
  return text.replace(/`[^`\n]+`/g, '');
}
