import { type IToolContext, ENGLISH } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeGrammars } from '../../testing/fake-grammars';
import { FakeImages } from '../../testing/fake-images';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakePatterns } from '../../testing/fake-patterns';
import { FakeShell } from '../../testing/fake-shell';
import { CellNames } from '../shared/cells/cell-names';

export type FakeToolContext = IToolContext & {
  notebook: FakeNotebook;
  /** Progress texts, in order. */
  progressTexts: string[];
  /** Live output, in order. */
  printed: string[];
};

type Facts = Partial<IToolContext> & { notebook?: FakeNotebook };

/** A context for one call; `notebook` is the fake, for inspection. */
export function toolContext(facts: Facts = {}): FakeToolContext {
  const progressTexts: string[] = [];
  const printed: string[] = [];
  const notebook = facts.notebook ?? new FakeNotebook();
  return {
    notebook,
    names: new CellNames(new Map(), notebook),
    files: new FakeFiles(),
    shell: new FakeShell(),
    patterns: new FakePatterns(),
    images: new FakeImages(),
    grammars: new FakeGrammars(),
    values: true,
    trans: ENGLISH,
    signal: new AbortController().signal,
    seen: {},
    created: new Set<string>(),
    progress: update => {
      if (update.text) {
        progressTexts.push(update.text);
      }
      if (update.output) {
        printed.push(update.output);
      }
    },
    ...facts,
    progressTexts,
    printed
  } as FakeToolContext;
}

/** A tool, called where things are as the facts say. */
export const toolOn = <A, R, P, C>(tool: {
  run(args: A, context: IToolContext): R;
  propose?(args: A, context: IToolContext): P;
  check?(args: A, context: IToolContext): C;
}) => ({
  run: (args: A, facts?: Facts): R => tool.run(args, toolContext(facts)),
  propose: (args: A, facts?: Facts): P =>
    tool.propose!(args, toolContext(facts)),
  check: (args: A, facts?: Facts): C => tool.check!(args, toolContext(facts))
});
