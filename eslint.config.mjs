import eslint from '@eslint/js';
import jupyter from '@jupyter/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Use the words of LangGraph, Jupyter, the DOM, React and databases instead. */
const DIALECT =
  'told kept said made stand standing far lane spot carded quiet lament letGo goOn heard arrived patient'.split(
    ' '
  );

const SPECS = ['src/**/*.spec.{ts,tsx}', 'src/**/stories/**'];
const TESTS = [...SPECS, 'src/testing/**', 'ui-tests/**'];

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
    rules: {
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
  {
    // Rules of JupyterLab's that look at types; none of them is for tests.
    files: ['**/*.{ts,tsx}'],
    ignores: TESTS,
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname
      }
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
  // Texts for nobody's translator: of specs, other extensions, pages without JupyterLab.
  {
    files: [...TESTS, 'extension-examples/**', 'static/**'],
    rules: { 'jupyter/no-untranslated-string': 'off' }
  },
  {
    files: ['extension-examples/**'],
    rules: { 'jupyter/plugin-id-convention': 'off' }
  },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      'jupyter/require-disposable-ownership': 'off',
      'jupyter/require-disposable-transfer': 'off',
      'jupyter/require-signal-cleanup': 'off'
    }
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
