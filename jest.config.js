const lab = require('@jupyterlab/testutils/lib/jest-config')(__dirname);

/** Types are checked apart; here they are taken off, and nothing else is looked at. */
const swc = syntax => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax, tsx: true, jsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic' } }
    },
    module: { type: 'commonjs' }
  }
];
const raw = '@jupyterlab/testing/lib/jest-raw-loader.js';
const transform = {
  '\\.(md|svg)$': raw,
  '\\.tsx?$': swc('typescript'),
  '\\.m?js$': swc('ecmascript')
};

const everywhere = {
  rootDir: __dirname,
  // The labextension carries a package.json of the same name as ours, which
  // Jest would report as a collision.
  modulePathIgnorePatterns: [
    '<rootDir>/cellwright/',
    '<rootDir>/lib/',
    '<rootDir>/.venv/',
    '<rootDir>/.jupyter/',
    '<rootDir>/scratch/'
  ],
  restoreMocks: true,
  transform
};

// Everything that runs without JupyterLab, against the builds that a browser
// gets: without AsyncLocalStorage, as in a page.
const engine = {
  ...everywhere,
  testEnvironment: 'node',
  testEnvironmentOptions: {
    customExportConditions: ['browser', 'require', 'default']
  },
  moduleNameMapper: {
    // One copy of langgraph, whichever way it is imported.
    '^@langchain/langgraph/web$':
      '<rootDir>/node_modules/@langchain/langgraph/dist/web.js',
    // What an extension imports of us.
    '^cellwright$': '<rootDir>/src/tokens.ts'
  }
};

// Published as ES modules only, so Jest has to transform them.
const labModules = [
  '@codemirror',
  '@jupyter/',
  '@jupyterlab/',
  '@marijn',
  '@microsoft',
  '@rjsf',
  'color',
  'exenv-es6',
  'jupyter-secrets-manager',
  'lib0',
  'marked',
  'nanoid',
  'vscode-ws-jsonrpc',
  'y-protocols',
  'y-websocket',
  'yaml',
  'yjs',
  'zustand'
].join('|');

const reportModules = [
  '@ungap',
  'ccount',
  'character-entities',
  'comma-separated-tokens',
  'decode-named-character-reference',
  'devlop',
  'escape-string-regexp',
  'hast-util-',
  'html-void-elements',
  'longest-streak',
  'markdown-table',
  'mdast-util-',
  'micromark',
  'property-information',
  'space-separated-tokens',
  'stringify-entities',
  'trim-lines',
  'unist-util-',
  'vfile',
  'yaml',
  'zwitch'
].join('|');

module.exports = {
  // What hangs is found all the same; what is slow on a busy machine passes.
  testTimeout: 300_000,
  projects: [
    {
      ...engine,
      displayName: 'engine',
      setupFiles: ['<rootDir>/src/testing/unheld-channels.ts'],
      testMatch: [
        '<rootDir>/src/{contract,engine,mcp,tools,models,demo-model,numbers,storage,search,memory,workflows,testing}/**/*.spec.{ts,tsx}',
        // Plugins and examples as they meet the engine.
        '<rootDir>/src/plugins/stories/engine/**/*.spec.ts',
        '<rootDir>/extension-examples/**/*.spec.ts'
      ],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/workflows/report/',
        '/(demo-report|foreign-text).long.spec'
      ],
      transformIgnorePatterns: [
        '/node_modules/(?!(langchain|yaml|@langchain/[^/]+|idb|jose|eventsource-parser|pkce-challenge)/)'
      ]
    },
    {
      // What stands on JupyterLab or React, in jsdom.
      ...everywhere,
      displayName: 'lab',
      testEnvironment: lab.testEnvironment,
      resolver: lab.resolver,
      setupFiles: [
        ...lab.setupFiles,
        '<rootDir>/src/testing/no-style-sheets.ts'
      ],
      moduleFileExtensions: lab.moduleFileExtensions,
      moduleNameMapper: lab.moduleNameMapper,
      testMatch: ['<rootDir>/src/{panel,jupyter,plugins}/**/*.spec.{ts,tsx}'],
      testPathIgnorePatterns: ['/node_modules/', '/plugins/stories/engine/'],
      transformIgnorePatterns: [`/node_modules/(?!(${labModules}).*)`]
    },
    {
      // What writes a report: the engine's world, with a parser of HTML and XML.
      ...engine,
      displayName: 'report-graph',
      setupFiles: [
        '<rootDir>/src/testing/unheld-channels.ts',
        '<rootDir>/src/workflows/report/stories/dom-parser.ts'
      ],
      testMatch: [
        '<rootDir>/src/workflows/report/**/*.spec.ts',
        '<rootDir>/src/plugins/stories/engine/{demo-report,foreign-text}.long.spec.ts'
      ],
      transformIgnorePatterns: [
        `/node_modules/(?!(${reportModules}|langchain/|@langchain/|idb/))`
      ]
    },
    {
      // Reports, which need a parser of HTML and XML and nothing else of a page.
      ...everywhere,
      displayName: 'report',
      testEnvironment: lab.testEnvironment,
      setupFiles: lab.setupFiles,
      testMatch: ['<rootDir>/src/report/**/*.spec.ts'],
      transformIgnorePatterns: [`/node_modules/(?!(${reportModules}))`]
    },
    {
      ...everywhere,
      displayName: 'scripts',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/scripts/__tests__/**/*.spec.js'],
      transformIgnorePatterns: ['/node_modules/(?!gettext-parser/)']
    }
  ]
};
