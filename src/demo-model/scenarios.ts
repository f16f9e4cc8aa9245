import {
  type IJob,
  type Script,
  ask,
  finalAnswer,
  isTable,
  listedFiles,
  plural
} from './script';
import { EXAMPLE, type ITableRequest, type Stage, tableJob } from './table-job';
import { readWishes } from './wishes';

/** One thing that the demo can do. */
interface IScenario {
  when: (text: string) => unknown;
  script: (job: IJob) => Script;
  /** Continues what is being done rather than beginning something new. */
  isFollowUp?: boolean;
}

const table = (request: ITableRequest) => (job: IJob) => tableJob(job, request);

const ALL: readonly Stage[] = ['load', 'summary', 'table', 'plot'];

/** What the demo can do; the first that fits a message counts. */
const SCENARIOS: IScenario[] = [
  { when: stepIn, script: job => tableJob(job, stepIn(job.texts[0])!) },
  { when: asksForExample, script: table({ stages: ALL, isExample: true }) },
  { when: has(/\b(weather|forecast)\b/i), script: weather },
  {
    when: fileName,
    script: job => tableJob(job, { stages: ALL, file: fileName(job.texts[0]) })
  },
  {
    when: has(/\b(compare|group)\b/i),
    script: table({ stages: ['table', 'plot'] }),
    isFollowUp: true
  },
  {
    when: has(
      /\b(explore|analy[sz]e|analysis|eda|profile|investigate|inspect)\b|\b(the|this|my|our) (data|csv|table)\b|\bdata ?set\b/i
    ),
    script: table({ stages: ALL })
  },
  {
    // "Now with a log scale" asks for a plot without saying so.
    when: text =>
      /\b(plot|chart|draw|visuali[sz]e|graph)\b/i.test(text) || wantsPlot(text),
    script: table({ stages: ['plot'] }),
    isFollowUp: true
  },
  { when: () => true, script: about, isFollowUp: true }
];

/** Longer messages are read by their beginning. */
const MAX_REQUEST = 2000;

export function findScenario(message: string): IScenario {
  const text = STEP.test(message) ? message : message.slice(0, MAX_REQUEST);
  return SCENARIOS.find(({ when }) => when(text))!;
}

/** Whether a message asks for nothing that the demo can do. */
export function isOther(message: string): boolean {
  return findScenario(message) === SCENARIOS.at(-1);
}

/** Whether a message asks for made-up data. */
export function asksForExample(text: string): boolean {
  return /\b(example|made-up|made up|sample|toy|random)\b.*\bdata/i.test(text);
}

function has(pattern: RegExp) {
  return (text: string) => pattern.test(text);
}

function wantsPlot(text: string): boolean {
  const { kind, log } = readWishes([text]);
  return Boolean(kind ?? log);
}

/** The line by which a plan tells its agent which step to do. */
const STEP = /^Do this one step of a plan, and no other: (.*)/m;

const STEPS: [RegExp, Stage][] = [
  [/^(load|make up)\b/i, 'load'],
  [/^describe\b/i, 'summary'],
  [/^compare\b/i, 'table'],
  [/^draw\b/i, 'plot']
];

function stepIn(text: string): ITableRequest | null {
  const title = STEP.exec(text)?.[1] ?? '';
  const [, stage] = STEPS.find(([pattern]) => pattern.test(title)) ?? [];
  return stage
    ? {
        stages: [stage],
        file: fileName(title) ?? fileName(text),
        isExample: /^make up\b/i.test(title),
        isStep: true
      }
    : null;
}

/** The table that is named; quotes keep a name with spaces together. */
export function fileName(text: string): string | null {
  const [, name = null] =
    /["“”'`]([^"“”'`\n]+\.(?:csv|tsv|tab))["“”'`]/i.exec(text) ??
    /(?<![^\s"“”'`()])([^\s"“”'`()]+\.(?:csv|tsv|tab))\b/i.exec(text) ??
    [];
  return name;
}

/** Said whenever a request is too much for a script. */
const ABOUT =
  'I am a scripted demo, not an AI. I can explore a CSV file, compare groups and draw plots. Everything goes the way a real model would go, so you can see how that works. For anything else, connect a model.';

function* about(): Script {
  const files = listedFiles(yield ask('I look at the folder.', 'list_files'));
  const shown = files.slice(0, 15).map(file => `- \`${file}\``);
  const table = files.find(isTable);
  return finalAnswer(
    `${ABOUT}\n\nIn this folder: ${plural(files.length, 'entry')}.\n\n${shown.join('\n')}`,
    [table === undefined ? EXAMPLE : `Explore ${table}`]
  );
}

const ISLANDS = ['Torgersen', 'Biscoe', 'Dream'];

/** The weather of an island, from the sample MCP server. */
function* weather({ texts, offered }: IJob): Script {
  // The person may have given the server any name.
  const tool = offered.find(name => name.endsWith('__island_weather'));
  if (tool === undefined) {
    return finalAnswer(
      'No server is connected that knows the weather. Start the sample one with `npm run lab -- --with-mcp`, then add it under Menu → MCP servers.'
    );
  }
  const island =
    ISLANDS.find(name => texts[0].toLowerCase().includes(name.toLowerCase())) ??
    ISLANDS[0];
  const reported = yield ask(`I ask the server about ${island}.`, tool, {
    island
  });
  const { outcome, ran, text } = reported;
  return finalAnswer(
    outcome === 'done'
      ? `**${String(ran.island)}**, from the server:\n\n${text}`
      : outcome === 'rejected'
        ? 'I leave that out.'
        : `That did not work. ${text.split('\n').slice(0, 2).join(' ')}`,
    ISLANDS.filter(name => name !== island).map(
      name => `What is the weather on ${name}?`
    )
  );
}
