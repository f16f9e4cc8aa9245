import {
  type ITool,
  type IToolContext,
  type IToolResult,
  type WorkspaceError,
  ENGLISH
} from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeGrammars } from '../../testing/fake-grammars';
import { FakeImages } from '../../testing/fake-images';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakePatterns } from '../../testing/fake-patterns';
import { FakeShell } from '../../testing/fake-shell';
import { CellNames } from '../shared/cells/cell-names';
import {
  workspaceFailure,
  workspaceProblem
} from '../shared/files/workspace-failure';

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

/** A tool, called as the gate does, where things are as the facts say. */
export const toolOn = <A, P>(
  tool: Pick<ITool<A>, 'run' | 'check'> & {
    propose?(args: A, context: IToolContext): P;
  }
) => ({
  run(args: A, facts?: Facts): Promise<IToolResult> {
    const context = toolContext(facts);
    return tool
      .run(args, context)
      .catch((error: unknown) => workspaceFailure(error, context));
  },
  propose: (args: A, facts?: Facts): P =>
    tool.propose!(args, toolContext(facts)),
  async check(args: A, facts?: Facts): Promise<string | null> {
    try {
      return await tool.check!(args, toolContext(facts));
    } catch (error) {
      return workspaceProblem(error as WorkspaceError);
    }
  }
});
