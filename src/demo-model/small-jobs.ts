import { type IDemoAnswer, callTool, finalAnswer } from './reading/demo-answer';
import { isTable } from './data/data-state';
import { plural } from './data/findings';
import { readOutline } from './reading/read-outline';
import type { IPastCall, ITranscript } from './reading/transcript';

/** Said whenever a request is too much for a script. */
const ABOUT =
  'I am a scripted demo, not an AI. I can explore a CSV file, compare groups, draw plots, explain or repair a cell, and summarise this notebook. Everything goes the way a real model would go, so you can see how that works.';

/** The files beside the notebook, and what could be done with them. */
export function filesJob(transcript: ITranscript, start: number): IDemoAnswer {
  const listed = lastCall(transcript, start, 'list_files');
  if (!listed) {
    return {
      text: 'I look at the folder.',
      calls: [callTool('list_files')]
    };
  }
  const files = listedFiles(listed);
  const tables = files.filter(isTable);
  const lines = files.slice(0, 15).map(file => `- \`${file}\``);
  return finalAnswer(
    [
      listed.outcome === 'done'
        ? `There ${files.length === 1 ? 'is' : 'are'} ${plural(files.length, 'entr').replace(/entrs?$/, files.length === 1 ? 'entry' : 'entries')} in this folder${tables.length > 0 ? `, ${plural(tables.length, 'table')} among them that I can explore` : ''}.`
        : `I could not list this folder. ${listed.text}`,
      '',
      ...lines
    ]
      .join('\n')
      .trim(),
    offers(tables)
  );
}

/** An outline of the notebook in words. */
export function summariseJob(
  transcript: ITranscript,
  start: number
): IDemoAnswer {
  const read = lastCall(transcript, start, 'read_notebook');
  if (!read) {
    return {
      text: 'I read the notebook.',
      calls: [callTool('read_notebook')]
    };
  }
  const cells = readOutline(read.text);
  const code = cells.filter(cell => cell.type === 'code');
  const failed = cells.filter(cell => cell.error !== null);
  const notRun = code.filter(cell => cell.count === null);
  const lines = cells.slice(0, 20).map(cell => {
    const label = cell.count ?? `${cells.indexOf(cell) + 1}`;
    const error = cell.error ? `, fails with ${cell.error}` : '';
    return `- [${label}](#cell=${cell.id}) ${cell.type === 'code' ? `\`${cell.first.replaceAll('`', "'")}\`` : cell.first.replace(/^#+ */, '')}${error}`;
  });
  return finalAnswer(
    [
      `This notebook has ${plural(cells.length, 'cell')}, ${code.length} of them code; ${notRun.length === 0 ? 'all of it has run' : `${notRun.length} not run yet`}, and ${failed.length === 0 ? 'none shows an error' : `${failed.length} with an error`}.`,
      '',
      ...lines,
      '',
      'What it means is for an AI or a person to say: I only read first lines.'
    ].join('\n'),
    failed.length > 0 ? [`Fix cell ⟦${failed[0].id}⟧`] : []
  );
}

/** Writes the findings of the last answer to a cell of the notebook. */
export function writeSummaryJob(
  transcript: ITranscript,
  start: number
): IDemoAnswer {
  const written = lastCall(transcript, start, 'markdown');
  if (written) {
    return written.outcome === 'done'
      ? finalAnswer(
          `The summary is in [its cell](#cell=${written.cellId ?? ''}).`
        )
      : finalAnswer(
          written.outcome === 'rejected'
            ? `I left the summary out${written.reason ? `: “${written.reason}”` : ''}.`
            : `I could not write the summary. ${written.text}`
        );
  }
  const found = findings(transcript, start);
  return found === null
    ? finalAnswer(
        'There is nothing to sum up yet. Let me explore a table first.'
      )
    : {
        text: 'I write the findings into the notebook.',
        calls: [callTool('markdown', { content: `## Summary\n\n${found}` })]
      };
}

/** What this thread's answers found, without repetition; links become numbers. */
function findings({ items }: ITranscript, start: number): string | null {
  const answers = items
    .slice(0, start)
    .flatMap(item => (item.kind === 'step' ? item.calls : []))
    .filter(call => call.name === 'final_answer')
    .map(call => String(call.ran.answer ?? ''))
    .filter(answer => /^\*\*.*\*\* has /.test(answer));
  if (answers.length === 0) {
    return null;
  }
  const lines = answers.flatMap(answer =>
    answer.split('\n').filter(line => line.startsWith('- '))
  );
  return [answers[0].split('\n', 1)[0], '', ...new Set(lines)]
    .join('\n')
    .replace(/\[([^[\]]+)\]\(#cell=[^)]*\)/g, '(cell $1)');
}

const VERSION_REASON = 'Version of the kernel and its packages';

const VERSION_CODE = `import sys
from importlib import metadata

print("Python", sys.version.split()[0])
for name in ["numpy", "pandas", "scipy", "scikit-learn", "statsmodels", "matplotlib", "seaborn", "polars"]:
    try:
        print(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        print(name, "is not installed")`;

/** Versions of Python and the usual packages, from a cell. */
export function kernelJob(transcript: ITranscript, start: number): IDemoAnswer {
  const ran = lastCall(transcript, start, 'jupyter_cell');
  if (!ran || ran.outcome === 'not-run') {
    return {
      text: 'I ask the kernel.',
      calls: [
        callTool('jupyter_cell', {
          code: VERSION_CODE,
          description: VERSION_REASON
        })
      ]
    };
  }
  if (ran.outcome !== 'done') {
    return finalAnswer(
      ran.outcome === 'rejected'
        ? `All right, I leave that out${ran.reason ? `: “${ran.reason}”` : ''}.`
        : `That did not work. ${ran.text.split('\n').slice(0, 2).join(' ')}`
    );
  }
  const lines = ran.text.split('\n').slice(1);
  return finalAnswer(
    [
      `From [${ran.count ?? 'the cell'}](#cell=${ran.cellId ?? ''}):`,
      '',
      ...lines.map(line => `- ${line}`)
    ].join('\n')
  );
}

/** The sample server's tool, whatever the person named that server. */
const WEATHER_TOOL = /__island_weather$/;

const ISLANDS = ['Torgersen', 'Biscoe', 'Dream'];

/** The weather of an island, from the sample MCP server. */
export function weatherJob(
  transcript: ITranscript,
  start: number,
  island: string | null,
  offered: readonly string[]
): IDemoAnswer {
  const asked =
    ISLANDS.find(name => name.toLowerCase() === island?.toLowerCase()) ??
    ISLANDS[0];
  const told = transcript.items
    .slice(start)
    .flatMap(item => (item.kind === 'step' ? item.calls : []))
    .findLast(({ name }) => WEATHER_TOOL.test(name));
  if (told && told.outcome !== 'not-run') {
    const others = ISLANDS.filter(name => name !== told.ran.island);
    return told.outcome === 'done'
      ? finalAnswer(
          `**${String(told.ran.island)}**, from the server:\n\n${told.text}`,
          others.map(name => `What is the weather on ${name}?`)
        )
      : finalAnswer(
          told.outcome === 'rejected'
            ? `All right, I do not ask the server${told.reason ? `: “${told.reason}”` : ''}.`
            : `The server did not tell. ${told.text}`
        );
  }
  const tool = offered.find(name => WEATHER_TOOL.test(name));
  return tool
    ? {
        text: `I ask the server about ${asked}.`,
        calls: [callTool(tool, { island: asked })]
      }
    : finalAnswer(
        'No server is connected that knows the weather. Start the sample one with `npm run lab -- --with-mcp`, then add it under Menu → MCP servers.'
      );
}

/** For any other request: what is answering, and what it can do here. */
export function aboutJob(transcript: ITranscript, start: number): IDemoAnswer {
  const listed = lastCall(transcript, start, 'list_files');
  if (!listed) {
    return {
      text: ABOUT,
      calls: [callTool('list_files')]
    };
  }
  const tables = listedFiles(listed).filter(isTable);
  const here =
    tables.length > 0
      ? ` Beside this notebook I see ${tables
          .slice(0, 3)
          .map(file => `\`${file}\``)
          .join(', ')}.`
      : '';
  return finalAnswer(
    `${ABOUT}${here} For anything else, connect a model.`,
    offers(tables)
  );
}

function offers(tables: string[]): string[] {
  return [
    ...tables.slice(0, 2).map(file => `Explore ${file.split('/').pop()}`),
    ...(tables.length === 0 ? ['Make a small example data set'] : []),
    'Summarise this notebook'
  ];
}

function listedFiles(call: IPastCall): string[] {
  return call.outcome === 'done'
    ? call.text
        .split('\n')
        .slice(1)
        .filter(line => line !== '' && !line.startsWith('…'))
        .map(line => line.replace(/ \([^()]*\)$/, ''))
    : [];
}

function lastCall(
  { items }: ITranscript,
  start: number,
  name: string
): IPastCall | undefined {
  return items
    .slice(start)
    .flatMap(item => (item.kind === 'step' ? item.calls : []))
    .filter(call => call.name === name)
    .at(-1);
}
