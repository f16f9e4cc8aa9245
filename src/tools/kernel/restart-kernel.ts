import { z } from 'zod';

import type { IToolContext, ITool } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { runInOrder, sourcesOf } from '../cells/run-cells';
import { codeEffect } from '../code/code-effect';
import { cellBodies } from '../shared/cells/cell-objections';
import { withKernel } from '../shared/cells/insert-place';
import { printedJson, pythonCode } from '../shared/code/python-code';
import { formatCount } from '../../contract/text/format-size';
import { firstLine } from '../../contract/text/truncate-text';

/** How many variables a card names. */
const MAX_NAMED = 8;

/** ms the kernel may take to name them. */
const PATIENCE = 1000;

const schema = z.object({
  run_all: z.boolean().optional(),
  description: z.string().optional()
});

export const restartKernel: ITool<z.infer<typeof schema>> = {
  name: 'restart_kernel',
  description:
    'Restart the kernel; variables are lost. run_all then runs all code cells: read the outputs before, to compare.',
  schema,
  effects: ['execute', 'shell'],
  effect: ({ run_all }, context) =>
    codeEffect(run_all ? sourcesOf(codeCells(context), context) : [], context),
  policy: (_args, context) => ({ always: alwaysAsks(context) }),
  schemasOnly: true,
  check: (_args, { notebook }) =>
    notebook.isOpen && notebook.kernel.status === 'none'
      ? `No kernel is running for ${spoken(notebook.name)}, so there is none to restart. Tell the person to choose one in the notebook's toolbar.`
      : null,
  async propose({ run_all, description }, context) {
    const { notebook, trans } = context;
    const kernel = notebook.kernel.displayName || trans.__('its kernel');
    const cells = run_all ? cellBodies(codeCells(context), context) : [];
    const lost = await whatIsLost(context);
    const sentence = run_all
      ? trans._n(
          'Restart %2 of %3, then run its %1 code cell',
          'Restart %2 of %3, then run its %1 code cells in order, up to the first error',
          cells.length,
          kernel,
          spoken(notebook.name)
        )
      : trans.__('Restart %1 of %2', kernel, spoken(notebook.name));
    return {
      title: run_all
        ? trans.__('Restart the kernel and run all cells')
        : trans.__('Restart the kernel'),
      sentence: `${sentence.replace(/\.$/, '')}. ${lost}`,
      place: withKernel(trans.__('in %1', spoken(notebook.name)), context),
      ...(description ? { reason: description } : {}),
      body: { kind: 'cells', mimeType: notebook.kernel.mimeType, cells },
      basis: JSON.stringify(cells),
      always: `${alwaysAsks(context)} ${lost}`
    };
  },
  running: ({ run_all }, trans) =>
    run_all
      ? trans.__('Restarting the kernel and running all cells')
      : trans.__('Restarting the kernel'),
  async run({ run_all }, context) {
    const { notebook, trans } = context;
    const ids = run_all ? codeCells(context) : [];
    context.progress({ text: trans.__('Restarting the kernel') });
    await notebook.restartKernel();
    if (ids.length === 0) {
      return {
        text: `The kernel was restarted: its variables and imports are gone. ${run_all ? 'There is no code cell to run.' : 'Run what you need again.'}`,
        ok: true,
        restarted: true,
        summary: trans.__('Restarted the kernel')
      };
    }
    const result = await runInOrder(ids, context);
    return {
      ...result,
      text: `The kernel was restarted. Then ${ids.length === 1 ? 'the code cell' : `${result.ok ? 'all ' : ''}${formatCount(ids.length)} code cells`} ${result.ok ? 'ran' : 'were to run, up to the first error'}.\n\n${result.text}`,
      restarted: true,
      summary: result.ok
        ? trans._n(
            'Restarted the kernel and ran %1 cell',
            'Restarted the kernel and ran %1 cells',
            ids.length
          )
        : trans.__('Restarted the kernel. %1', result.summary)
    };
  }
};

/** Ids of the cells that run, in order. */
function codeCells({ notebook }: IToolContext): string[] {
  return notebook
    .cells()
    .filter(({ type, source }) => type === 'code' && source.trim() !== '')
    .map(({ id }) => id);
}

function alwaysAsks({ trans }: IToolContext): string {
  return trans.__('A restart always asks: it cannot be undone.');
}

/** What a restart ends or takes away, in sentences for the card. */
async function whatIsLost(context: IToolContext): Promise<string> {
  const { notebook, trans } = context;
  const { status, others = [] } = notebook.kernel;
  const names = await variableNames(context);
  return [
    names === null
      ? trans.__('All variables in memory are lost.')
      : names.length === 0
        ? trans.__('No variables are in memory.')
        : trans._n(
            '%1 variable is lost: %2.',
            '%1 variables are lost: %2.',
            names.length,
            listed(names)
          ),
    notebook.cells().some(({ running }) => running)
      ? trans.__('A cell is running and is cut off.')
      : status === 'busy'
        ? trans.__('The kernel is busy, and what it does is cut off.')
        : '',
    others.length > 0
      ? trans.__('It is also the kernel of %1.', listed(others))
      : ''
  ]
    .filter(part => part !== '')
    .map(part => part.replace('….', '…'))
    .join(' ');
}

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMED)
    .map(name => spoken(firstLine(name, 40)));
  return [...shown, ...(names.length > MAX_NAMED ? ['…'] : [])].join(', ');
}

/**
 * Tables first; null if the kernel does not say within a second. A late answer
 * is not interrupted: the interrupt could hit what the person runs next.
 */
async function variableNames({
  notebook,
  signal
}: IToolContext): Promise<string[] | null> {
  const { language, status } = notebook.kernel;
  if (
    language.toLowerCase() !== 'python' ||
    !['idle', 'busy'].includes(status)
  ) {
    return null;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  const asked = notebook.inspect(pythonCode(NAMES, null), signal).then(
    printed => z.array(z.string()).safeParse(printedJson(printed)).data ?? null,
    // The card then says that all variables are lost, and names none.
    () => null
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

const NAMES = `
CODE = ('module', 'function', 'builtin_function_or_method', 'method', 'type', 'ABCMeta', 'EnumMeta', 'EnumType')
HIDDEN = ('In', 'Out', 'exit', 'quit', 'open', 'get_ipython')
found = [
    n for n, v in list(namespace.items())
    if type(n) is str and not n.startswith('_') and n not in HIDDEN
    and type(v).__name__ not in CODE and root(v) != 'IPython'
]
found.sort(key=lambda n: 0 if type(namespace[n]).__name__.endswith('Frame') else 1)
print(json.dumps(found))
`;
