import eslint from '@eslint/js';
import jupyter from '@jupyter/eslint-plugin';
import prettier from 'eslint-config-prettier';
import boundaries from 'eslint-plugin-boundaries';
import tseslint from 'typescript-eslint';

/**
 * The house: which rooms and which packages each room may import. A room may
 * always import itself; what is not named here is refused. CONTRIBUTING.md
 * shows the same table with the reasons.
 */
const JUPYTERLAB = ['@jupyterlab/*', '@lumino/*'];

const house = {
  contract: { rooms: [], packages: ['zod'] },
  // What JupyterLab renders Markdown with, to decide what is plain.
  tools: { rooms: ['contract'], packages: ['zod', 'marked'] },
  models: {
    rooms: ['contract'],
    packages: [
      '@langchain/core',
      '@langchain/anthropic',
      '@langchain/google',
      '@langchain/ollama',
      '@langchain/openai'
    ]
  },
  storage: {
    rooms: ['contract'],
    packages: ['@langchain/langgraph-checkpoint', 'idb']
  },
  engine: {
    rooms: ['contract', 'tools', 'models', 'storage'],
    packages: [
      'langchain',
      '@langchain/core',
      // The main entry expects AsyncLocalStorage, which no browser has.
      { source: '@langchain/langgraph', internalPath: 'web' },
      '@noble/hashes',
      'zod'
    ]
  },
  workspace: {
    rooms: ['contract'],
    packages: [...JUPYTERLAB, 'yjs'],
    // The shared models behind JupyterLab's own; their code comes with it.
    types: ['@jupyter/ydoc']
  },
  panel: {
    rooms: ['contract', 'icon', 'style'],
    packages: ['react', 'react-dom', 'zustand', '@codemirror/*', ...JUPYTERLAB]
  },
  plugins: {
    rooms: [
      'contract',
      'tools',
      'models',
      'storage',
      'engine',
      'workspace',
      'panel',
      'icon',
      'style',
      'tokens'
    ],
    // Never bundled: the copy of its own extension, where that is installed.
    packages: [...JUPYTERLAB, 'jupyter-secrets-manager']
  },
  testing: {
    rooms: ['contract'],
    // JupyterLab's own grammar, which a page gets from JupyterLab.
    packages: ['@langchain/core', '@lezer/python']
  },
  tokens: { rooms: ['contract'], packages: JUPYTERLAB },
  // Apart from the panel, since its tab is drawn before the panel is loaded.
  icon: { rooms: ['style'], packages: JUPYTERLAB },
  index: { rooms: ['plugins', 'tokens', 'contract'], packages: JUPYTERLAB }
};

/** Rooms that are one file; the others are folders under src/. */
const FILE_ROOMS = ['icon', 'index', 'tokens'];
/** A test that says how soon something must be done fails on a busy machine. */
const CLOCK = {
  selector:
    "CallExpression[callee.property.name=/^toBeLess/] > MemberExpression CallExpression[callee.name='expect'] CallExpression[callee.property.name='now'][callee.object.name=/^(Date|performance)$/]",
  message:
    'No test fails because the machine is slow: speed is measured by `npm run bench`.'
};

const SPECS = ['src/**/*.spec.{ts,tsx}', 'src/**/__tests__/**'];

const selectRoom = room =>
  FILE_ROOMS.includes(room)
    ? { file: { categories: room } }
    : { element: { type: room } };

const selectPackage = entry => ({
  module: {
    origin: 'external',
    ...(typeof entry === 'string' ? { source: entry } : entry)
  }
});

const policies = [
  ...Object.entries(house).map(([room, { rooms, packages, types = [] }]) => ({
    from: selectRoom(room),
    allow: [
      ...rooms.map(target => ({ to: selectRoom(target) })),
      ...packages.map(entry => ({ to: selectPackage(entry) })),
      ...types.map(entry => ({
        to: selectPackage(entry),
        dependency: { kind: 'type' }
      }))
    ]
  })),
  {
    // A fake may stand on a real part: a Python process.
    from: selectRoom('testing'),
    allow: [{ to: { module: { origin: 'core' } } }]
  },
  {
    // Product code never imports a spec.
    disallow: { to: { file: { categories: 'spec' } } }
  },
  {
    // A spec sees what its room sees, the fakes, and any test library.
    from: { file: { categories: 'spec' } },
    allow: [
      { to: { element: { type: 'testing' } } },
      { to: { module: { origin: ['external', 'core'] } } }
    ]
  }
];

const importRules = {
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
      ...Object.keys(house)
        .filter(room => !FILE_ROOMS.includes(room))
        .map(room => ({
          type: room,
          pattern: `src/${room}`,
          partialMatch: false
        })),
      { type: 'style', pattern: 'style', partialMatch: false }
    ],
    'boundaries/files': [
      ...FILE_ROOMS.map(room => ({
        category: room,
        pattern: `src/${room}.ts`
      })),
      { category: 'ambient', pattern: 'src/*.d.ts' },
      ...SPECS.map(pattern => ({ category: 'spec', pattern }))
    ],
    'import/resolver': {
      node: { extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json'] }
    }
  },
  rules: {
    'boundaries/no-unknown-files': 'error',
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        checkAllOrigins: true,
        checkUnknownLocals: true,
        message:
          'This room may not import {{ dependency.source }}: see the table in CONTRIBUTING.md.',
        policies
      }
    ]
  }
};

/** What JupyterLab loads at its start must not pull in what is heavy. */
const startRules = {
  files: ['src/index.ts', 'src/tokens.ts', 'src/plugins/**/*.{ts,tsx}'],
  ignores: SPECS,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex:
              '^(\\.{1,2}/)+(engine|models|tools|storage|panel|workspace)(/|$)',
            allowTypeImports: true,
            message:
              'This would load before JupyterLab is restored. Use `import type`, or `await import(...)` where it is needed.'
          }
        ]
      }
    ]
  }
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
  importRules,
  startRules,
  {
    files: [...SPECS, 'src/testing/**', 'ui-tests/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      'jupyter/no-untranslated-string': 'off',
      'jupyter/require-disposable-ownership': 'off',
      'jupyter/require-disposable-transfer': 'off',
      'jupyter/require-signal-cleanup': 'off',
      'no-restricted-syntax': ['error', CLOCK]
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
