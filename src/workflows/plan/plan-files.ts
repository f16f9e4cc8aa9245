import { ifRefused, planFileKey } from '../../contract';
import type { IWorkflowHost } from '../../engine/workflows/workflow';
import { tell } from './host';
import type { PlanStateValue } from './plan-state';
import { planMarkdown } from './texts';
import { spoken } from '../../contract/text/spoken';

/** The largest stored file that is read before it is overwritten, in bytes. */
const MAX_BYTES = 10_000_000;

/** Runs whose person knows that something could not be stored. */
const failing = new WeakSet<object>();

/**
 * Stores the plan as JSON and Markdown with the conversation, and also beside
 * the notebook if the person has set that. If it fails, the work continues.
 *
 * @param content of the files; the plan itself if not given.
 */
export async function keepPlanFiles(
  host: Pick<IWorkflowHost, 'run'>,
  name: string,
  state: PlanStateValue,
  content?: { json: unknown; markdown: string }
): Promise<void> {
  const { journal, at, settings, files, notebook, trans } = host.run.options;
  const { session, task, plan, outcomes } = state;
  try {
    const { json, markdown } = content ?? {
      json: { task, plan, outcomes },
      markdown: planMarkdown(state, trans)
    };
    const text = `${JSON.stringify(json, null, 2)}\n`;
    await journal.remember(at, {
      [planFileKey(session, `${name}.json`)]: text,
      [planFileKey(session, `${name}.md`)]: markdown
    });
    if (settings().plan.results === 'files') {
      const folder = notebook.path.split('/').slice(0, -1);
      const under = [...folder, 'cellwright-results', session].join('/');
      try {
        await write(`${under}/${name}.json`, text);
        await write(`${under}/${name}.md`, `${markdown}\n`);
      } catch (error) {
        console.warn('Cellwright: files of a plan could not be written', error);
        tellOnce(
          trans.__(
            'The files of this plan could not be written to %1. The plan is kept with this conversation, and you can save its results as JSON and Markdown when it has ended.',
            spoken(under)
          )
        );
      }
    }
  } catch (error) {
    console.warn('Cellwright: a plan could not be stored', name, error);
    tellOnce(
      trans.__('The plan could not be saved. You still have it in this page.')
    );
  }

  function tellOnce(text: string): void {
    if (!failing.has(host.run)) {
      failing.add(host.run);
      tell(host, text);
    }
  }

  async function write(path: string, text: string): Promise<void> {
    const known = await files
      .openText(path, MAX_BYTES)
      .catch(ifRefused(null, 'not-found'));
    await files.writeText(path, text, known?.version ?? null);
  }
}
