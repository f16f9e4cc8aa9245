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

/** A context for one call; `notebook` is the fake, for inspection. */
export function toolContext(
  facts: Partial<IToolContext> & { notebook?: FakeNotebook } = {}
): FakeToolContext {
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
