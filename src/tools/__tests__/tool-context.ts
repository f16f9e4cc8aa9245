import type { IToolContext } from '../../contract';
import { ENGLISH } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeImages } from '../../testing/fake-images';
import { FakeNotebook } from '../../testing/fake-notebook';

/** A context for one call; `notebook` is the fake, to look into. */
export function toolContext(
  facts: Partial<IToolContext> & { notebook?: FakeNotebook } = {}
): IToolContext & { notebook: FakeNotebook; told: string[] } {
  const told: string[] = [];
  return {
    notebook: new FakeNotebook(),
    files: new FakeFiles(),
    images: new FakeImages(),
    trans: ENGLISH,
    signal: new AbortController().signal,
    seen: {},
    made: new Set<string>(),
    progress: update => {
      if (update.text) {
        told.push(update.text);
      }
    },
    ...facts,
    told
  } as IToolContext & { notebook: FakeNotebook; told: string[] };
}
