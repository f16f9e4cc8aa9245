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
  jupyter: `contract ${LAB} pdfjs-dist @jupyter/ydoc`,
  report:
    'contract numbers templates docx fflate hast-util-to-html mdast-util-* micromark-extension-* zod hast mdast',
  panel: `contract icon.ts style react react-dom zustand @codemirror/* ${LAB}`,
  plugins: `contract tools mcp models storage search memory engine workflows jupyter demo-model report numbers panel icon.ts style tokens.ts ${LAB} jupyter-secrets-manager`,
  // A fake may stand on a real part: a Python process.
  testing:
    'contract @langchain/core @lezer/python child_process fs os path readline url',
  'tokens.ts': `contract ${LAB}`,
  'icon.ts': `style ${LAB}`,
  'index.ts': `plugins tokens.ts contract ${LAB}`
};

const isOurs = name => name in LAYERS || ['style', 'templates'].includes(name);

function pathOf(name) {
  const path = name
    .replace(/^(@.+\/.+)\//, '$1/(dist/)?')
    .replace('.', '\\.')
    .replace('*', '[^/]+');
  return isOurs(name)
    ? `^(src/)?${path}(/|$)`
    : `(^|node_modules/(@types/)?)${path}([/.]|$)`;
}

const SPECS = '\\.spec\\.tsx?$|/stories/';
const TYPES = ['type-only', 'type-import'];

const layers = Object.entries(LAYERS).flatMap(([layer, list]) => {
  const own = pathOf(layer);
  const names = list.split(' ');
  return [
    {
      name: `imports-of-${layer}`,
      severity: 'error',
      from: { path: own, pathNot: [SPECS, '\\.mjs$'] },
      to: { pathNot: [own, ...names.map(pathOf)] }
    },
    {
      // A spec sees what its layer sees, the fakes, and any package.
      name: `imports-of-specs-of-${layer}`,
      severity: 'error',
      from: { path: `${own}.*(${SPECS})` },
      to: {
        path: '^(src|style|templates)/',
        pathNot: [own, '^src/testing/', ...names.filter(isOurs).map(pathOf)]
      }
    }
  ];
});

module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'file-without-a-layer',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [...Object.keys(LAYERS).map(pathOf), '^src/[^/]+\\.d\\.ts$']
      },
      to: {}
    },
    {
      name: 'spec-in-the-product',
      severity: 'error',
      from: { pathNot: SPECS },
      to: { path: SPECS }
    },
    {
      name: 'only-its-types',
      severity: 'error',
      from: { pathNot: SPECS },
      to: {
        path: ['@jupyter/ydoc', 'hast', 'mdast'].map(pathOf),
        dependencyTypesNot: TYPES
      }
    },
    {
      // It would load before JupyterLab is restored.
      name: 'heavy-at-start',
      severity: 'error',
      from: { path: '^src/(plugins/|index|tokens|icon)', pathNot: SPECS },
      to: {
        path: '^src/',
        pathNot: '^src/(contract|plugins)/|^src/[^/]+$',
        dependencyTypesNot: [...TYPES, 'dynamic-import']
      }
    },
    {
      // A chunk that loads late is no part of a circle: what it leads back to is
      // there already.
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: {
        circular: true,
        viaOnly: { dependencyTypesNot: ['dynamic-import'] }
      }
    }
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['browser', 'import', 'types', 'default']
    }
  }
};
