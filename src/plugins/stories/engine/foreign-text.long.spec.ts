import { DEFAULT_SETTINGS, ENGLISH, reportPlan } from '../../../contract';
import { decodeText } from '../../../contract/text/decode-text';
import {
  columnNames,
  linesOf,
  readDelimited
} from '../../../contract/text/delimited';
import { isPlainMath } from '../../../contract/text/is-plain-math';
import { spoken } from '../../../contract/text/spoken';
import { scanJson } from '../../../contract/util/scan-json';
import { findScenario } from '../../../demo-model/scenarios';
import { finalAnswer } from '../../../demo-model/script';
import {
  namesInError,
  pathsIn,
  withoutAttached
} from '../../../engine/context/message-context';
import { shorten } from '../../../engine/history/timeline';
import { isQuoted } from '../../../engine/model/check-answer';
import { textCalls } from '../../../engine/model/text-calls';
import {
  denyList,
  holdsSecret,
  withoutSecrets
} from '../../../engine/privacy/deny-list';
import { parseSkill } from '../../../engine/skills/parse-skill';
import { envelope, openEnvelope } from '../../../engine/calls/envelope';
import { mayReadNotebooks } from '../../../engine/calls/execute-tool-call';
import { sharesRun } from '../../../engine/calls/server-call';
import { CommandOutput } from '../../../jupyter/shell/command-output';
import { toolName } from '../../../mcp/adapter/tool-name';
import { structuredText } from '../../../mcp/results/call-text';
import {
  cleanLine,
  cleanText as serverText
} from '../../../mcp/wire/clean-text';
import { serverAddress } from '../../../mcp/wire/server-address';
import { importedMemories } from '../../../memory/exported-memories';
import { likeness, subjectWords } from '../../../memory/likeness';
import { isTyped, plainWords } from '../../../memory/plain-words';
import { cutMark } from '../../../models/chat/streaming-chat-model';
import { splitThinking } from '../../../models/chat/think-tags';
import { modelFault } from '../../../models/errors/model-fault';
import { EventReader, webPage } from '../../../models/transport/read-answer';
import { ownValues, proseOf } from '../../../numbers/answer-check';
import { findNumbers } from '../../../numbers/find-numbers';
import { readMcpConfig } from '../../../panel/actions/read-mcp-config';
import { reportBody } from '../../../panel/render/report-body';
import { safeImage } from '../../../panel/render/safe-image';
import { splitMarkdown } from '../../../panel/render/split-markdown';
import { tablesIn } from '../../../panel/render/tables-in';
import { appendOutput } from '../../../panel/reducers/fold';
import { visibleProse, visibleText } from '../../../panel/render/visible-text';
import { streamedText } from '../../../panel/report/streamed-text';
import { readEvidenceRecord } from '../../../report/check/evidence-record';
import { readReportFile } from '../../../report/check/read-report-file';
import { fileContent } from '../../../report/evidence/file-content';
import { readDrawing } from '../../../report/evidence/image-size';
import {
  readText,
  readOutput,
  readTextTable
} from '../../../report/evidence/read-output';
import { unicodeMath } from '../../../report/math/unicode-math';
import { readMarkdown } from '../../../report/model/read-markdown';
import { sourceFaults } from '../../../report/model/section-texts';
import { textEvidence } from '../../../report/stories/evidence-samples';
import { readTemplate } from '../../../report/templates/read-template';
import { cleanText } from '../../../report/text/clean-text';
import { safeBaseName } from '../../../report/text/safe-address';
import { tokenize } from '../../../search/tokenize';
import { importedThread } from '../../../storage/transfer/exported-thread';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeGrammars } from '../../../testing/fake-grammars';
import { FakeImages } from '../../../testing/fake-images';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { searchNotebookCells } from '../../../tools/cells/search-notebook-cells';
import { judgePython } from '../../../tools/code/judge-python';
import { namesInCode } from '../../../tools/code/names-in-code';
import { editFile } from '../../../tools/files/edit-file';
import { isOrdinaryFile } from '../../../tools/files/file-effect';
import { readFile } from '../../../tools/files/read-file';
import {
  className,
  isPlainLabel
} from '../../../tools/shared/inspection/inspection';
import { errorClass } from '../../../tools/shared/text/error-class';
import {
  hasScript,
  isPlainMarkup
} from '../../../tools/shared/text/is-plain-markup';
import { outputText } from '../../../tools/shared/text/output-text';
import { isPlainMarkdown } from '../../../tools/shared/text/plain-markdown';
import {
  errorLine,
  relevantTraceback
} from '../../../tools/shared/text/relevant-traceback';
import { replaceOnce } from '../../../tools/shared/text/replace-once';
import {
  stripFence,
  stripMarkdownFence
} from '../../../tools/shared/text/strip-fence';
import { terminalText } from '../../../contract/text/terminal-text';
import { truncateText } from '../../../contract/text/truncate-text';
import { withheldText } from '../../../tools/shared/text/withheld-text';
import { toolContext } from '../../../tools/stories/tool-context';
import { jsonInText } from '../../../workflows/plan/ask-structured';
import { plainChat } from '../../../workflows/plan/nodes/plan';
import { linkedNumbers } from '../../../workflows/plan/numbers';
import { failureOf } from '../../../workflows/plan/steps';
import { shortened } from '../../../workflows/plan/texts';
import { personalData } from '../../../workflows/report/nodes/check';
import { sourcedWords } from '../../../workflows/report/nodes/group';
import { validateText } from '../../../workflows/report/nodes/validate';
import { withoutHeading } from '../../../workflows/report/nodes/write';

const { python } = new FakeGrammars();
const review = (code: string, cells: string[] = []): unknown =>
  python && judgePython(code, python, cells);
const isDenied = denyList(['.*', '*.pem']);

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;

/** As many elements, half of them in each other, the others inside all of them. */
const nested = ({ length }: string) =>
  `${'<g>'.repeat(length / 14)}${'<path/>'.repeat(length / 14)}${'</g>'.repeat(length / 14)}`;

const CALL = { name: 'read_file', args: { path: 'a' } };

const judged = (draft: string, evidence: string) =>
  validateText(
    {
      plan: reportPlan.parse({
        kind: 'report',
        title: 'T',
        language: 'en',
        sections: [{ id: 's1', title: 'S' }]
      }),
      body: '',
      draft,
      written: {},
      evidence: [textEvidence('e1', evidence)],
      grouped: [
        { id: 's1', title: 'S', answers: '', summary: '', pieces: ['e1'] }
      ],
      notebook: 'a.ipynb',
      startedAt: 0,
      kernel: '',
      packages: {},
      packagesMissing: '',
      changes: []
    },
    DEFAULT_SETTINGS.reports,
    ENGLISH
  );

const PAGE = 'https://hub.test/';

const reading = (path: string, text: string, values: boolean) =>
  readFile.run(
    { path },
    toolContext({ files: new FakeFiles({ [path]: text }), values })
  );

/** What reads text of a file, an output, a model, a server or another notebook. */
const READERS: Record<string, (text: string) => unknown> = {
  readDelimited,
  linesOf,
  'columnNames of one long row': text =>
    columnNames([text.split(/[\s,]/), ['1']]),
  'columnNames of many rows': text =>
    columnNames(text.split('\n').map(line => [line])),
  'columnNames above a long value': text => columnNames([['a'], [text]]),
  spoken,
  isPlainLabel,
  className,
  readDrawing: text => readDrawing(svg(text)),
  'readDrawing of nested elements': text => readDrawing(svg(nested(text))),
  'safeImage of nested elements': text =>
    safeImage(
      `data:image/svg+xml;base64,${btoa(svg(`<metadata>${nested(text)}</metadata>`))}`
    ),
  'readDrawing of a style': text =>
    readDrawing(svg(`<style>${text.replaceAll('<', '')}</style>`)),
  'readDrawing of an attribute': text =>
    readDrawing(svg(`<path d="" style="url(${text.replace(/[<"]/g, '(')}"/>`)),
  'readDrawing of addresses': text =>
    readDrawing(svg(`<path style="${'url('.repeat(text.length / 4)}"/>`)),
  scanJson: text => scanJson(text, 0, () => false),
  'scanJson in a string': text => scanJson(`"${text}`, 0, () => false),
  isPlainMath,
  findScenario,
  finalAnswer,
  pathsIn,
  mayReadNotebooks,
  isDenied,
  holdsSecret,
  withoutSecrets,
  'withoutSecrets of keys without an end': text =>
    withoutSecrets(`${'-'.repeat(5)}BEGIN PRIVATE KEY${text}`.repeat(2)),
  'withoutSecrets of marks': text =>
    withoutSecrets('-'.repeat(5) + 'BEGIN '.repeat(text.length / 6)),
  sharesRun: text => sharesRun(text, `x${text}`),
  parseSkill: text => parseSkill(text, ENGLISH),
  envelope: text => envelope('read_file', text),
  isTyped: text => isTyped('five', text),
  plainWords: text => plainWords(text, 'five', { isDenied: () => false }),
  cutMark,
  webPage,
  findNumbers: text => findNumbers(text, 'en'),
  ownValues,
  splitMarkdown,
  visibleProse,
  visibleText,
  streamedText,
  readText,
  readTextTable,
  unicodeMath,
  cleanText,
  tokenize,
  importedThread: text => importedThread(text, {} as never),
  judgePython: text => review(text),
  'judgePython of as much as it reads': text => review(text.slice(0, 60_000)),
  namesInCode: text => namesInCode(text, python),
  'judgePython of another cell': text =>
    review('x = 1', [text.slice(0, 59_000)]),
  isOrdinaryFile,
  isPlainMarkdown,
  isPlainMarkup,
  hasScript,
  relevantTraceback: text =>
    relevantTraceback([text], { name: 'E', message: text }),
  errorLine: text => errorLine([text]),
  replaceOnce: text => replaceOnce(text, 'x = 1', 'y'),
  stripFence,
  stripMarkdownFence,
  terminalText,
  truncateText: text => truncateText(text, 6000),
  jsonInText,
  plainChat,
  namesInError: text =>
    namesInError({
      type: 'error',
      name: text,
      message: text,
      traceback: [text]
    }),
  shorten,
  shortened: text => shortened(text, 300_000),
  isQuoted: text => isQuoted([CALL], text, [text]),
  textCalls: text => textCalls([{ type: 'text', text }]),
  'textCalls between marks': text =>
    textCalls([{ type: 'text', text: `<tool_call>${text}` }]),
  openEnvelope: text => openEnvelope(`<data from="a">\n${text}`),
  cleanLine: text => cleanLine(text, 300_000),
  structuredText: text => structuredText([{ a: text, b: 1 }]),
  likeness: text => likeness(text, text),
  splitThinking,
  'splitThinking behind a tag': text => splitThinking(`<think>${text}`),
  EventReader: text => new EventReader().push(`data: ${text}`),
  'EventReader without a field': text => new EventReader().push(text),
  modelFault: text => modelFault(new Error(text)),
  proseOf,
  reportBody,
  'fileContent of a table': text => fileContent('a.csv', text),
  'fileContent of Markdown': text => fileContent('a.md', text),
  readOutput: text =>
    readOutput({
      type: 'data',
      result: true,
      data: { 'text/html': text, 'text/plain': text }
    }),
  'readReportFile of a page': text => readReportFile('a.html', text),
  'readReportFile of Markdown': text => readReportFile('a.md', text),
  readMarkdown,
  sourceFaults,
  readTemplate: text =>
    readTemplate(`---\ntitle: a\nparts:\n  - ${text}\n---\n${text}`),
  safeBaseName,
  decodeText: text => decodeText(new TextEncoder().encode(text), false),
  outputText: text =>
    outputText([{ type: 'stream', name: 'stdout', text }], new FakeImages()),
  linkedNumbers: text => linkedNumbers(text, [{ text: '317', cellId: 'a' }]),
  personalData: text => personalData(textEvidence('e1', text)),
  sourcedWords: text => sourcedWords(text, [textEvidence('e1', text)], 'en'),
  withoutHeading: text => withoutHeading(`# ${text}`, 'Title'),
  errorClass: text => errorClass({ name: text }),
  withheldText: text =>
    withheldText([
      { type: 'data', result: true, data: { 'text/html': text } },
      { type: 'error', name: text, message: text, traceback: [text] }
    ]),
  failureOf: text =>
    failureOf(
      { worked: '' },
      {
        calls: [{ tool: text, outcome: 'failed', text, ms: 1, arguments: {} }],
        cells: [],
        text
      },
      ENGLISH
    ),
  withoutAttached: text => withoutAttached(`<context>\n${text}`, ''),
  CommandOutput: text => new CommandOutput(() => undefined).push(text),
  toolName: text => toolName(text, text),
  serverText: text => serverText(text, 300_000),
  serverAddress: text =>
    serverAddress(text, { page: PAGE, base: PAGE }, ENGLISH),
  importedMemories,
  subjectWords,
  readMcpConfig,
  tablesIn,
  appendOutput: text => appendOutput(text, text),
  readEvidenceRecord,
  'read_file of a table': text => reading('a.csv', text, true),
  'read_file of a table without values': text => reading('a.csv', text, false),
  'read_file of a text': text => reading('a.txt', text, true),
  'read_file of a broken notebook': text => reading('a.ipynb', text, true),
  edit_file: text =>
    editFile.propose?.(
      { path: 'a.txt', old: 'x\n', new: 'y' },
      toolContext({ files: new FakeFiles({ 'a.txt': text }) })
    ),
  search_notebook_cells: text =>
    searchNotebookCells.run(
      { pattern: 'zz' },
      toolContext({
        notebook: new FakeNotebook({ cells: [{ id: 'a', source: text }] })
      })
    ),
  "judging a report's text": text => judged(text, ''),
  "judging a report's evidence": text => judged('There are 5 [[e1]].', text)
};

/** Each is repeated to 400 KB, with something at the end that fits no pattern. */
const SHAPES: Record<string, string> = {
  spaces: ' ',
  tabs: '\t',
  'carriage returns': '\r',
  'line ends': '\n',
  backslashes: '\\',
  'opening brackets': '[[e',
  tildes: '~',
  backticks: '`',
  'quotation marks of a table': '"1,2\n',
  'tags that are never closed': '<title ',
  'lines of a traceback': '  File "a", line 1\n',
  'letters and dots': 'aA1.'
};
const SIZE = 400_000;

/** Processor time in ms: the machine may do other things meanwhile. */
async function timeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await work();
  } catch {
    // A refusal is an answer.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it.each(
  Object.keys(READERS).flatMap(reader =>
    Object.keys(SHAPES).map((shape): [string, string] => [reader, shape])
  )
)(
  '400 KB of text from elsewhere takes under a second, or less than eight times as long as a quarter of it: %s, %s',
  async (reader, shape) => {
    const timeFor = (size: number) => {
      const unit = SHAPES[shape];
      const text = `x\n${unit.repeat(Math.ceil(size / unit.length))}\u2028x`;
      return timeOf(() => READERS[reader](text));
    };
    let times = Infinity;
    // Collecting the garbage of earlier rows counts too, so it may take
    // another try. What is linear takes four times as long, what is quadratic
    // sixteen.
    for (let left = 3; left > 0 && times >= 8; left--) {
      const took = await timeFor(SIZE);
      times = took < 1000 ? 1 : took / (await timeFor(SIZE / 4));
    }
    expect(times).toBeLessThan(8);
  }
);
