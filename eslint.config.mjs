import eslint from '@eslint/js';
import jupyter from '@jupyter/eslint-plugin';
import prettier from 'eslint-config-prettier';
import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** What each layer may import: layers and packages. CONTRIBUTING.md shows the same table. */
const LAB = '@jupyterlab/* @lumino/*';
const LAYERS = {
  contract: 'zod yaml',
  tools: 'contract zod',
  mcp: 'contract tools @modelcontextprotocol/client @noble/hashes zod',
  models:
    'contract @langchain/core @langchain/anthropic @langchain/google @langchain/openai',
  'demo-model': 'contract models @langchain/core',
  storage: 'contract @langchain/langgraph-checkpoint idb zod',
  search: 'contract minisearch',
  memory: 'contract storage search zod',
  numbers: 'contract',
  engine:
    'contract tools mcp models storage search numbers langchain @langchain/core @langchain/langgraph/web @noble/hashes ignore zod',
  workflows:
    'contract engine memory report search numbers @langchain/core @langchain/langgraph/web zod',
  jupyter: `contract ${LAB} pdfjs-dist type:@jupyter/ydoc`,
  report:
    'contract numbers templates docx fflate hast-util-to-html mdast-util-* micromark-extension-* zod type:hast type:mdast',
  panel: `contract icon style react react-dom zustand @codemirror/* ${LAB}`,
  plugins: `contract tools mcp models storage search memory engine workflows jupyter demo-model report numbers panel icon style tokens ${LAB} jupyter-secrets-manager`,
  testing: 'contract @langchain/core @lezer/python',
  // One file each.
  tokens: `contract ${LAB}`,
  icon: `style ${LAB}`,
  index: `plugins tokens contract ${LAB}`
};
const FILE_LAYERS = ['icon', 'index', 'tokens'];
const FOLDERS = [...Object.keys(LAYERS), 'style', 'templates'].filter(
  layer => !FILE_LAYERS.includes(layer)
);

/** Use the words of LangGraph, Jupyter, the DOM, React and databases instead. */
const DIALECT =
  'told kept said made stand standing far lane spot carded quiet lament letGo goOn heard arrived patient'.split(
    ' '
  );

const SPECS = ['src/**/*.spec.{ts,tsx}', 'src/**/stories/**'];
const isSpec = { file: { categories: 'spec' } };

/** A layer, or a package with what is named of it, as `boundaries` selects it. */
function selectTarget(name) {
  if (FOLDERS.includes(name)) {
    return { to: { element: { type: name } } };
  }
  if (FILE_LAYERS.includes(name)) {
    return { to: { file: { categories: name } } };
  }
  const [, type, source, internalPath] =
    /^(type:)?((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(name);
  return {
    to: {
      module: {
        origin: 'external',
        source,
        ...(internalPath && { internalPath })
      }
    },
    ...(type && { dependency: { kind: 'type' } })
  };
}

/** Each layer has rules of its own: one list of all would take minutes. */
const layerRules = Object.entries(LAYERS).map(([layer, mayImport]) => {
  const targets = [layer, ...mayImport.split(' ')];
  const own = targets.filter(name => FOLDERS.includes(name));
  const processes = { to: { module: { origin: 'core' } } };
  return {
    files: [
      FILE_LAYERS.includes(layer)
        ? `src/${layer}.ts`
        : `src/${layer}/**/*.{ts,tsx}`
    ],
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
          policies: [
            {
              from: selectTarget(layer).to,
              allow: [
                ...targets.map(selectTarget),
                // A fake may stand on a real part: a Python process.
                ...(layer === 'testing' ? [processes] : [])
              ]
            },
            // Product code never imports a spec.
            { disallow: { to: isSpec } },
            {
              // A spec sees what its layer sees, the fakes, and any test library.
              from: isSpec,
              allow: [
                ...[...own, 'testing'].map(selectTarget),
                { to: { module: { origin: ['external', 'core'] } } }
              ]
            }
          ]
        }
      ]
    }
  };
});

/** What JupyterLab loads at its start must not pull in what is heavy. */
const HEAVY = FOLDERS.filter(
  layer => !['contract', 'plugins', 'style', 'testing'].includes(layer)
).join('|');
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

const readonly = names =>
  Object.fromEntries(names.map(name => [name, 'readonly']));

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
    files: [
      'src/{demo-model,jupyter,mcp,memory,models,numbers,plugins,report,search,storage,tools,workflows}/**',
      'ui-tests/**',
      'scripts/**'
    ],
    rules: { 'id-denylist': ['error', ...DIALECT] }
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
      'boundaries/elements': FOLDERS.map(type => ({
        type,
        pattern: type in LAYERS ? `src/${type}` : type,
        partialMatch: false
      })),
      'boundaries/files': [
        ...FILE_LAYERS.map(category => ({
          category,
          pattern: `src/${category}.ts`
        })),
        { category: 'ambient', pattern: 'src/*.d.ts' },
        ...SPECS.map(pattern => ({ category: 'spec', pattern }))
      ],
      'import/resolver': {
        node: { extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json'] }
      }
    },
    rules: { 'boundaries/no-unknown-files': 'error' }
  },
  ...layerRules,
  ...startRules,
  {
    // The agent itself loads storage and engine when they are needed.
    files: ['src/plugins/agent-plugin.ts'],
    rules: {
      'jupyter/prefer-lazy-imports': [
        'warn',
        { ignoreImports: ['./agent/agent'] }
      ]
    }
  },
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
    // Node's own, CommonJS's, and the page's inside `page.evaluate`.
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: readonly([
        ...Object.getOwnPropertyNames(globalThis),
        ...['__dirname', 'exports', 'module', 'require', 'window', 'document'],
        ...['addEventListener', 'requestAnimationFrame', 'IDBObjectStore']
      ])
    }
  },
  {
    files: ['**/*.spec.js'],
    languageOptions: {
      globals: readonly('beforeAll describe expect it jest'.split(' '))
    }
  },
  prettier
);
