import eslint from '@eslint/js';
import jupyter from '@jupyter/eslint-plugin';
import prettier from 'eslint-config-prettier';
import boundaries from 'eslint-plugin-boundaries';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import perfectionist from 'eslint-plugin-perfectionist';
import tseslint from 'typescript-eslint';

/**
 * The layers: which of them and which packages each may import. What is not
 * named here is refused. `folders` stand from bottom to top: a folder imports
 * only those before it, so that no import goes in a circle. What lies beside
 * them (`index.ts`, what puts the parts together) may import them all.
 * CONTRIBUTING.md shows the same table with the reasons.
 */
const JUPYTERLAB = ['@jupyterlab/*', '@lumino/*'];

const layers = {
  contract: {
    mayImport: [],
    packages: ['zod'],
    folders: [
      'util',
      'text',
      'policy',
      'ports',
      'memory',
      'plan',
      'report',
      'agent',
      'models',
      'mcp'
    ]
  },
  // What JupyterLab renders Markdown with, to decide what is plain.
  tools: {
    mayImport: ['contract'],
    packages: ['zod', 'marked'],
    folders: [
      'shared/text',
      'shared/files',
      'shared/cells',
      'shared/code',
      'shared/inspection',
      'cells',
      'kernel',
      'files',
      'conversation',
      'commands'
    ]
  },
  // Servers of tools that people connect: client and adapter.
  mcp: {
    mayImport: ['contract', 'tools'],
    packages: ['@modelcontextprotocol/client', '@noble/hashes', 'zod'],
    folders: ['wire', 'auth', 'schema', 'results', 'connection', 'adapter']
  },
  models: {
    mayImport: ['contract'],
    packages: [
      '@langchain/core',
      '@langchain/anthropic',
      '@langchain/google',
      '@langchain/ollama',
      '@langchain/openai'
    ],
    folders: [
      'errors',
      'transport',
      'connection',
      'provider',
      'chat',
      'openai',
      'anthropic',
      'google',
      'ollama',
      'chrome'
    ]
  },
  'demo-model': {
    mayImport: ['contract', 'models'],
    packages: ['@langchain/core'],
    folders: ['reading', 'data']
  },
  storage: {
    mayImport: ['contract'],
    packages: ['@langchain/langgraph-checkpoint', 'idb'],
    folders: [
      'database',
      'keys',
      'images',
      'checkpoints',
      'records',
      'events',
      'journal',
      'memory',
      'transfer',
      'threads'
    ]
  },
  // Knows no tools and no notes: what is searched is handed to it.
  search: {
    mayImport: ['contract'],
    packages: ['minisearch']
  },
  // What was learned: kept by the storage, found by the search.
  memory: {
    mayImport: ['contract', 'storage', 'search'],
    packages: ['zod']
  },
  engine: {
    mayImport: ['contract', 'tools', 'mcp', 'models', 'storage', 'search'],
    folders: [
      'errors',
      'util',
      'graph-interrupts',
      'privacy',
      'tool-set',
      'run-context',
      'effects',
      'thread-context',
      'tool-calls',
      'undo',
      'interrupts',
      'model',
      'context',
      'skills',
      'history',
      'middleware',
      'run',
      'branches',
      'resume',
      'thread'
    ],
    packages: [
      'langchain',
      '@langchain/core',
      // The main entry expects AsyncLocalStorage, which no browser has.
      { source: '@langchain/langgraph', internalPath: 'web' },
      '@noble/hashes',
      'ignore',
      'zod'
    ]
  },
  // Graphs above the agent. The agent knows none of them; it is a port to them.
  workflows: {
    mayImport: ['contract', 'engine', 'memory', 'report', 'search'],
    folders: [
      'plan/asking',
      'plan/state',
      'plan/judging',
      'plan/nodes',
      'plan/host',
      'plan',
      'report/asking',
      'report/state',
      'report/judging',
      'report/nodes',
      'report/host',
      'report',
      'learned'
    ],
    packages: [
      '@langchain/core',
      { source: '@langchain/langgraph', internalPath: 'web' },
      'zod'
    ]
  },
  jupyter: {
    mayImport: ['contract'],
    folders: [
      'cells',
      'files',
      'grammars',
      'kernel',
      'notebook',
      'shell',
      'suggestions'
    ],
    packages: [...JUPYTERLAB, 'pdfjs-dist', 'yjs'],
    // The shared models behind JupyterLab's own; their code comes with it.
    types: ['@jupyter/ydoc']
  },
  report: {
    mayImport: ['contract', 'templates'],
    packages: ['docx', 'mdast-util-*', 'micromark-extension-*'],
    types: ['mdast'],
    folders: [
      'text',
      'model',
      'evidence',
      'numbers',
      'math',
      'templates',
      'writers',
      'check'
    ]
  },
  panel: {
    mayImport: ['contract', 'icon', 'style'],
    packages: ['react', 'react-dom', 'zustand', '@codemirror/*', ...JUPYTERLAB],
    folders: [
      'render',
      'state',
      'trust',
      'text',
      'reducers',
      'actions',
      'stores',
      'report',
      'components/common',
      'components/card',
      'components/report',
      'components/plan',
      'components/question',
      'components/thread',
      'components/composer',
      'components/model',
      'components/views',
      'components'
    ]
  },
  plugins: {
    mayImport: [
      'contract',
      'tools',
      'mcp',
      'models',
      'storage',
      'search',
      'memory',
      'engine',
      'workflows',
      'jupyter',
      'demo-model',
      'report',
      'panel',
      'icon',
      'style',
      'tokens'
    ],
    // Never bundled: the copy of its own extension, where that is installed.
    packages: [...JUPYTERLAB, 'jupyter-secrets-manager'],
    folders: [
      'util',
      'threads',
      'keys',
      'tabs',
      'settings',
      'mcp',
      'agent',
      'notebook',
      'models',
      'panel',
      'commands'
    ]
  },
  testing: {
    mayImport: ['contract'],
    // JupyterLab's own grammar, which a page gets from JupyterLab.
    packages: ['@langchain/core', '@lezer/python']
  },
  tokens: { mayImport: ['contract'], packages: JUPYTERLAB },
  // Apart from the panel, since its tab is drawn before the panel is loaded.
  icon: { mayImport: ['style'], packages: JUPYTERLAB },
  index: { mayImport: ['plugins', 'tokens', 'contract'], packages: JUPYTERLAB }
};

/** Layers that are one file; the others are folders under src/. */
const FILE_LAYERS = ['icon', 'index', 'tokens'];
/** A test that says how soon something must be done fails on a busy machine. */
const CLOCK = {
  selector:
    "CallExpression[callee.property.name=/^toBeLess/] > MemberExpression CallExpression[callee.name='expect'] CallExpression[callee.property.name='now'][callee.object.name=/^(Date|performance)$/]",
  message:
    'No test fails because the machine is slow: speed is measured by `npm run bench`.'
};

const SPECS = ['src/**/*.spec.{ts,tsx}', 'src/**/stories/**'];

const selectLayer = layer =>
  FILE_LAYERS.includes(layer)
    ? { file: { categories: layer } }
    : { element: { type: layer } };

const selectPackage = entry => ({
  module: {
    origin: 'external',
    ...(typeof entry === 'string' ? { source: entry } : entry)
  }
});

/** Folders of a layer, each with those that it may not import. */
const foldersOf = layer =>
  (layers[layer].folders ?? []).map((folder, index, folders) => ({
    folder,
    above: folders.slice(index + 1)
  }));

const isFolder = layer => !FILE_LAYERS.includes(layer);

/**
 * What a layer's files may import. Each layer has rules of its own: all in one
 * list would be gone through for each import, which takes minutes.
 */
const policiesOf = layer => {
  const { mayImport, packages, types = [] } = layers[layer];
  const folders = foldersOf(layer);
  return [
    {
      from: selectLayer(layer),
      allow: [
        ...[layer, ...mayImport].map(target => ({ to: selectLayer(target) })),
        ...packages.map(entry => ({ to: selectPackage(entry) })),
        ...types.map(entry => ({
          to: selectPackage(entry),
          dependency: { kind: 'type' }
        }))
      ]
    },
    // Among the folders of a layer, downwards alone.
    ...folders
      .filter(({ above }) => above.length > 0)
      .map(({ folder, above }) => ({
        from: { file: { categories: folder } },
        disallow: {
          to: { element: { type: layer }, file: { categories: above } }
        }
      })),
    // A chunk that loads late is named by what loads it, wherever that lies.
    ...folders.map(({ folder }) => ({
      from: { file: { categories: folder } },
      allow: { to: { element: { type: layer }, file: { categories: 'chunk' } } }
    })),
    ...(layer === 'testing'
      ? [
          {
            // A fake may stand on a real part: a Python process.
            from: selectLayer(layer),
            allow: [{ to: { module: { origin: 'core' } } }]
          }
        ]
      : []),
    {
      // Product code never imports a spec.
      disallow: { to: { file: { categories: 'spec' } } }
    },
    {
      // A spec sees what its layer sees, the fakes, and any test library.
      from: { file: { categories: 'spec' } },
      allow: [
        ...[layer, ...mayImport]
          .filter(isFolder)
          .map(type => ({ to: { element: { type } } })),
        { to: { element: { type: 'testing' } } },
        { to: { module: { origin: ['external', 'core'] } } }
      ]
    }
  ];
};

const FILES = [
  ...FILE_LAYERS.map(layer => ({
    category: layer,
    pattern: `src/${layer}.ts`
  })),
  { category: 'ambient', pattern: 'src/*.d.ts' },
  { category: 'chunk', pattern: 'src/**/lazy-chunk.ts' }
];

const importRules = [
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'boundaries/root-path': import.meta.dirname,
      'boundaries/legacy-templates': false,
      'boundaries/dependency-nodes': [
        'import',
        'export',
        'dynamic-import',
        'require'
      ],
      'boundaries/additional-dependency-nodes': [
        { selector: 'TSImportType Literal', kind: 'type', name: 'import-type' },
        {
          selector:
            'CallExpression[callee.object.name=jest][callee.property.name=/^(mock|requireActual)$/] > Literal',
          kind: 'value',
          name: 'jest'
        }
      ],
      'boundaries/elements': [
        ...Object.keys(layers)
          .filter(isFolder)
          .map(layer => ({
            type: layer,
            pattern: `src/${layer}`,
            partialMatch: false
          })),
        { type: 'style', pattern: 'style', partialMatch: false },
        { type: 'templates', pattern: 'templates', partialMatch: false }
      ],
      'boundaries/files': FILES,
      'import/resolver': {
        node: { extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json'] }
      }
    },
    rules: { 'boundaries/no-unknown-files': 'error' }
  },
  ...Object.keys(layers).map(layer => ({
    files: [isFolder(layer) ? `src/${layer}/**/*.{ts,tsx}` : `src/${layer}.ts`],
    settings: {
      'boundaries/files': [
        ...FILES,
        ...foldersOf(layer).map(({ folder }) => ({
          category: folder,
          pattern: `src/${layer}/${folder}/*`
        })),
        ...SPECS.map(pattern => ({ category: 'spec', pattern }))
      ]
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkAllOrigins: true,
          checkUnknownLocals: true,
          checkInternals: true,
          message:
            'This layer may not import {{ dependency.source }}: see the table in CONTRIBUTING.md.',
          policies: policiesOf(layer)
        }
      ]
    }
  }))
];

/** What JupyterLab loads at its start must not pull in what is heavy. */
const HEAVY =
  'engine|workflows|mcp|models|demo-model|tools|storage|search|memory|report|panel|jupyter';
const startRules = [
  [['src/index.ts', 'src/tokens.ts'], '\\./'],
  [['src/plugins/*.ts'], '\\.\\./'],
  [['src/plugins/*/**/*.{ts,tsx}'], '(\\.\\./){2,}']
].map(([files, up]) => ({
  files,
  ignores: SPECS,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^${up}(${HEAVY})(/|$)`,
            allowTypeImports: true,
            message:
              'This would load before JupyterLab is restored. Use `import type`, or `await import(...)` where it is needed.'
          }
        ]
      }
    ]
  }
}));

/** One way to write a thing: most of it is put right by `npm run lint:fix`. */
const STYLE = {
  '@typescript-eslint/consistent-type-imports': [
    'error',
    { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }
  ],
  '@typescript-eslint/no-import-type-side-effects': 'error',
  'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
  '@typescript-eslint/naming-convention': [
    'error',
    {
      selector: 'memberLike',
      modifiers: ['private'],
      format: null,
      leadingUnderscore: 'require'
    }
  ],
  'lines-between-class-members': [
    'error',
    'always',
    { exceptAfterSingleLine: true }
  ],
  'perfectionist/sort-classes': [
    'error',
    {
      type: 'unsorted',
      groups: [
        ['static-property', 'static-block', 'private-static-property'],
        [
          'property',
          'protected-property',
          'accessor-property',
          'function-property'
        ],
        [
          'private-property',
          'private-accessor-property',
          'private-function-property'
        ],
        'constructor',
        ['static-method', 'get-method', 'set-method', 'method'],
        ['protected-method', 'unknown'],
        ['private-static-method', 'private-get-method', 'private-set-method'],
        'private-method'
      ]
    }
  ]
};

/** A member that only its class sees is `private _x`, as in JupyterLab. */
const HASH_PRIVATE = {
  selector:
    'PropertyDefinition > PrivateIdentifier.key, MethodDefinition > PrivateIdentifier.key',
  message: 'Write “private _x”.'
};

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '.venv',
      '.jupyter',
      'lib',
      'dist',
      'scratch',
      'cellwright',
      'ui-tests/test-results',
      'ui-tests/playwright-report'
    ]
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    extends: [eslint.configs.recommended]
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname
      }
    },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }
      ]
    }
  },
  { plugins: { jupyter } },
  ...jupyter.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'import-x': importX, perfectionist },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.mjs'] })
      ],
      'import-x/extensions': ['.ts', '.tsx'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] }
    },
    rules: {
      ...STYLE,
      'no-restricted-syntax': ['error', HASH_PRIVATE]
    }
  },
  {
    // A key is behind them, and `private` keeps no script out.
    files: [
      'src/plugins/agent/lazy-agent.ts',
      'src/plugins/models/model-service.ts',
      'src/plugins/tabs/engine-agent.ts'
    ],
    rules: { 'no-restricted-syntax': 'off' }
  },
  ...importRules,
  ...startRules,
  {
    files: [...SPECS, 'src/testing/**', 'ui-tests/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      'jupyter/no-untranslated-string': 'off',
      'jupyter/require-disposable-ownership': 'off',
      'jupyter/require-disposable-transfer': 'off',
      'jupyter/require-signal-cleanup': 'off',
      'no-restricted-syntax': ['error', CLOCK, HASH_PRIVATE]
    }
  },
  {
    // They stand for other extensions: with ids of their own, in English alone.
    files: ['extension-examples/**'],
    rules: {
      'jupyter/no-untranslated-string': 'off',
      'jupyter/plugin-id-convention': 'off'
    }
  },
  {
    // Outside JupyterLab there is no translator.
    files: ['static/**'],
    rules: { 'jupyter/no-untranslated-string': 'off' }
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: nodeGlobals() }
  },
  {
    files: ['**/*.spec.js'],
    languageOptions: { globals: jestGlobals() }
  },
  prettier
);

/** Node's own, CommonJS's, and the page's inside `page.evaluate`. */
function nodeGlobals() {
  return {
    ...readonly(Object.getOwnPropertyNames(globalThis).join(' ')),
    ...readonly('__dirname exports module require'),
    ...readonly('window document addEventListener requestAnimationFrame'),
    ...readonly('IDBObjectStore')
  };
}

function jestGlobals() {
  return readonly(
    'afterAll afterEach beforeAll beforeEach describe expect it jest test'
  );
}

function readonly(names) {
  return Object.fromEntries(names.split(' ').map(name => [name, 'readonly']));
}
