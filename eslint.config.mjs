import eslint from '@eslint/js';
import jupyter from '@jupyter/eslint-plugin';
import prettier from 'eslint-config-prettier';
import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/**
 * The layers: which of them and which packages each may import. What is not
 * named here is refused. CONTRIBUTING.md shows the same table.
 */
const JUPYTERLAB = ['@jupyterlab/*', '@lumino/*'];

const layers = {
  contract: {
    mayImport: [],
    packages: ['zod', 'yaml']
  },
  // What JupyterLab renders Markdown with, to decide what is plain.
  tools: {
    mayImport: ['contract'],
    packages: ['zod', 'marked']
  },
  // Servers of tools that people connect: client and adapter.
  mcp: {
    mayImport: ['contract', 'tools'],
    packages: ['@modelcontextprotocol/client', '@noble/hashes', 'zod']
  },
  models: {
    mayImport: ['contract'],
    packages: [
      '@langchain/core',
      '@langchain/anthropic',
      '@langchain/google',
      '@langchain/openai'
    ]
  },
  'demo-model': {
    mayImport: ['contract', 'models'],
    packages: ['@langchain/core']
  },
  storage: {
    mayImport: ['contract'],
    packages: ['@langchain/langgraph-checkpoint', 'idb', 'zod']
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
    mayImport: [
      'contract',
      'tools',
      'mcp',
      'models',
      'storage',
      'search',
      'numbers'
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
  // Numbers in a text, and the outputs that show them.
  numbers: { mayImport: ['contract'], packages: [] },
  // Graphs above the agent. The agent knows none of them; it is a port to them.
  workflows: {
    mayImport: ['contract', 'engine', 'memory', 'report', 'search', 'numbers'],
    packages: [
      '@langchain/core',
      { source: '@langchain/langgraph', internalPath: 'web' },
      'zod'
    ]
  },
  jupyter: {
    mayImport: ['contract'],
    packages: [...JUPYTERLAB, 'pdfjs-dist', 'yjs'],
    // The shared models behind JupyterLab's own; their code comes with it.
    types: ['@jupyter/ydoc']
  },
  report: {
    mayImport: ['contract', 'templates', 'numbers'],
    packages: [
      'docx',
      'fflate',
      'hast-util-to-html',
      'mdast-util-*',
      'micromark-extension-*',
      'zod'
    ],
    types: ['hast', 'mdast']
  },
  panel: {
    mayImport: ['contract', 'icon', 'style'],
    packages: ['react', 'react-dom', 'zustand', '@codemirror/*', ...JUPYTERLAB]
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
      'numbers',
      'panel',
      'icon',
      'style',
      'tokens'
    ],
    // Never bundled: the copy of its own extension, where that is installed.
    packages: [...JUPYTERLAB, 'jupyter-secrets-manager']
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

const isFolder = layer => !FILE_LAYERS.includes(layer);
const isSpec = { file: { categories: 'spec' } };

/**
 * What a layer's files may import. Each layer has rules of its own: all in one
 * list would be gone through for each import, which takes minutes.
 */
const policiesOf = layer => {
  const { mayImport, packages, types = [] } = layers[layer];
  return [
    {
      from: selectLayer(layer),
      allow: [
        ...[layer, ...mayImport].map(target => ({ to: selectLayer(target) })),
        ...packages.map(entry => ({ to: selectPackage(entry) })),
        ...types.map(entry => ({
          to: selectPackage(entry),
          dependency: { kind: 'type' }
        })),
        // A fake may stand on a real part: a Python process.
        ...(layer === 'testing' ? [{ to: { module: { origin: 'core' } } }] : [])
      ]
    },
    // Product code never imports a spec.
    { disallow: { to: isSpec } },
    {
      // A spec sees what its layer sees, the fakes, and any test library.
      from: isSpec,
      allow: [
        ...[layer, ...mayImport, 'testing']
          .filter(isFolder)
          .map(type => ({ to: { element: { type } } })),
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
  ...SPECS.map(pattern => ({ category: 'spec', pattern }))
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
  'engine|workflows|mcp|models|demo-model|tools|storage|search|memory|report|numbers|panel|jupyter';
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

/** Use the words of LangGraph, Jupyter, the DOM, React and databases instead. */
const DIALECT =
  'told kept said made stand standing far lane spot carded quiet lament letGo goOn heard arrived patient'.split(
    ' '
  );

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
      'no-useless-rename': 'error',
      'object-shorthand': ['error', 'properties'],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }
      ]
    }
  },
  {
    // Most patterns meet text of files, outputs, models and servers.
    files: ['src/**/*.{ts,tsx}', 'static/**/*.{js,ts}', 'scripts/**/*.mjs'],
    ignores: SPECS,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }]
    }
  },
  {
    // Words of the page's calm voice: in code nobody could guess what they mean.
    files: [
      'src/{demo-model,jupyter,mcp,memory,models,numbers,plugins,report,search,storage,tools}/**'
    ],
    rules: { 'id-denylist': ['error', ...DIALECT] }
  },
  {
    // `told` is a setting that they write.
    files: ['ui-tests/support/**', 'scripts/**'],
    rules: {
      'id-denylist': [
        'error',
        ...DIALECT.filter(word => !['told', 'quiet'].includes(word))
      ]
    }
  },
  { plugins: { jupyter } },
  ...jupyter.configs.recommended,
  {
    files: ['src/panel/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error'
    }
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
      'jupyter/require-signal-cleanup': 'off'
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
