import { z } from 'zod';

import {
  ifRefused,
  type AgentEvent,
  type IReportSite,
  type INotebook,
  type IReportNotebook,
  type IFiles,
  type ITranslator
} from '../../../contract';
import { folderOf } from '../../../contract/text/path-from-root';
import { spoken } from '../../../contract/text/spoken';
import {
  printedJson,
  quickInspection,
  speaksPython,
  inOwnNamespace
} from '../../../engine/context/quick-inspection';
import {
  factsCode,
  variableFacts
} from '../../../engine/context/variable-facts';
import { denyList } from '../../../engine/privacy/deny-list';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import { listTemplateFiles, readTemplateFile } from './template-files';

const MAX_TEXT = 2_000_000;
/** The most conversations that are read, and characters of each. */
const MAX_THREADS = 5;
const MAX_CHARACTERS = 4_000;
/** How long a kernel may take to answer, in ms. */
const PATIENCE = 5_000;

/** A text from outside the notebook that becomes evidence. */
export interface IReportText {
  /** Path of the file, title of the conversation, or name of the notebook. */
  name: string;
  text: string;
  /** ISO 8601; null if not known. */
  time: string | null;
}

/** Packages that a notebook uses. */
export interface IReportPackages {
  /** Versions by name. */
  versions: Record<string, string>;
  /**
   * Part of a sentence with the reason why they are not known; empty if they
   * are.
   */
  missing: string;
}

/**
 * The sources of a report in the page, none of which runs the code of a cell: the open notebook, and all files that
 * are not on the deny list.
 */
export function hostSources(host: IWorkflowHost, site: IReportSite) {
  const { options, signal } = host.run;
  const { files, settings, trans } = options;
  return {
    notebook: async () => notebookAsData(options.notebook),
    packages: () => kernelPackages(options.notebook, signal, trans),
    templates: (notebook: string) =>
      listTemplateFiles(notebook, settings().reports.templatesFolder, files),
    /** @throws if it does not exist. */
    template: (id: string) =>
      readTemplateFile(id, {
        files,
        site,
        isDenied: denyList(settings().privacy.deny),
        trans
      }),
    checklist: (notebook: string) => ownChecklist(files, notebook),
    /** @throws with a sentence if it may not be read. */
    file: async (path: string): Promise<IReportText> => {
      const { modified } = await files.stat(path);
      const text = await files.readText(path, MAX_TEXT);
      if (text === null) {
        throw new Error(trans.__('%1 is not a text file.', spoken(path)));
      }
      return { name: path, text, time: modified };
    },
    /** Results of plans and of earlier conversations on the notebook. */
    conversations: async (notebook: string) => {
      const isOwn = ({ id }: { id: string }): boolean =>
        id === options.at.threadId;
      const all = (await host.threads.list()).filter(
        // A conversation from a file that was never continued has not been read
        // by a model yet.
        each => isOwn(each) || (each.notebook === notebook && !each.untouched)
      );
      const texts: IReportText[] = [];
      for (const { id, title, imported } of [
        ...all.filter(isOwn),
        ...all.filter(each => !isOwn(each)).slice(0, MAX_THREADS)
      ]) {
        const { text, time } = resultsIn(await host.threads.history(id));
        if (text) {
          texts.push({
            // Somebody else may have written it, and its name says so wherever
            // it is used.
            name: imported ? trans.__('%1 (from a file)', title) : title,
            text,
            time
          });
        }
      }
      return texts;
    },
    /** Names and types of variables, and no values. */
    variables: async (): Promise<IReportText[]> => {
      if (!speaksPython(options.notebook)) {
        return [];
      }
      const read = variableFacts.safeParse(
        printedJson(
          await quickInspection(
            options.notebook,
            signal,
            factsCode(options.notebook),
            PATIENCE
          )
        )
      );
      return read.success && read.data.length > 0
        ? [
            {
              name: options.notebook.path,
              text: read.data
                .map(([name, type, shape]) =>
                  shape
                    ? `${name}: ${type}, ${shape.join(' × ')}`
                    : `${name}: ${type}`
                )
                .join('\n'),
              time: null
            }
          ]
        : [];
    }
  };
}

/** The results of a conversation: its final answers and its plans. */
function resultsIn(events: readonly AgentEvent[]): {
  text: string;
  /** Time of the last of them, ISO 8601. */
  time: string | null;
} {
  const results = events.flatMap(event =>
    event.type === 'final-answer'
      ? [{ text: event.answer, time: event.time }]
      : event.type === 'plan-synthesis'
        ? [{ text: event.report, time: event.time }]
        : []
  );
  const last = results.at(-1);
  return {
    text: results
      .map(({ text }) => text)
      .join('\n\n')
      .slice(-MAX_CHARACTERS),
    time: last ? new Date(last.time).toISOString() : null
  };
}

/**
 * The open notebook as data for a report, with everything that is in the page.
 */
export function notebookAsData(notebook: INotebook): IReportNotebook {
  const { displayName, language, epoch, status } = notebook.kernel;
  return {
    path: notebook.path,
    cells: notebook.cells().map(({ id, type, source, executionCount }) => {
      const mark = notebook.markOf(id);
      return {
        id,
        type,
        source,
        executionCount,
        own: type === 'markdown' && mark !== undefined,
        outputs: type === 'code' ? notebook.outputs(id) : [],
        run:
          notebook.runOf(id) ??
          (mark?.run
            ? {
                hash: mark.run.hash,
                kernel: mark.run.kernel ?? null,
                at: mark.at || null
              }
            : null)
      };
    }),
    kernel: status === 'none' ? null : { name: displayName, language, epoch }
  };
}

const MAX_PACKAGES = 200;

const packageVersions = z.record(z.string().max(200), z.string().max(200));

/**
 * The packages that a notebook uses and their versions, as loaded in its
 * kernel. If they cannot be read, a sentence with the reason.
 */
export async function kernelPackages(
  notebook: INotebook,
  signal: AbortSignal,
  trans: ITranslator
): Promise<IReportPackages> {
  if (notebook.kernel.status === 'none' || !speaksPython(notebook)) {
    return without(
      trans.__('not known, since only a Python kernel can be asked')
    );
  }
  const read = packageVersions.safeParse(
    printedJson(
      await quickInspection(
        notebook,
        signal,
        inOwnNamespace(PACKAGES, { max: MAX_PACKAGES }),
        PATIENCE
      )
    )
  );
  return read.success
    ? { versions: read.data, missing: '' }
    : without(trans.__('not known, since the kernel did not answer'));
}

function without(missing: string): IReportPackages {
  return { versions: {}, missing };
}

/**
 * Prints versions by name: Python's, and those of the distributions of the
 * modules, functions, classes and objects in the namespace. Looks only at
 * types, and never calls the person's own code.
 */
const PACKAGES = `
import json, platform, sys
from importlib import metadata
from types import ModuleType

OWN = {'__main__', 'builtins', 'IPython', 'ipykernel', 'ipykernel_launcher'}
CODE = {'function', 'builtin_function_or_method', 'type', 'ufunc', '_ArrayFunctionDispatcher'}

def place(value):
    kind = type(value)
    if issubclass(kind, ModuleType):
        return ModuleType.__getattribute__(value, '__dict__').get('__name__')
    if issubclass(kind, type):
        return type.__getattribute__(value, '__module__')
    if kind.__name__ in CODE:
        return getattr(value, '__module__', None)
    return type.__getattribute__(kind, '__module__')

roots = set()
for name, value in list(namespace.items()):
    if type(name) is str and not name.startswith('_'):
        try:
            found = place(value)
        except Exception:
            continue
        if type(found) is str:
            roots.add(found.split('.')[0])
roots -= OWN
roots -= set(getattr(sys, 'stdlib_module_names', sys.builtin_module_names))

versions = {}
others = []
for root in sorted(roots):
    try:
        versions[root] = metadata.version(root)
    except Exception:
        others.append(root)
if others and hasattr(metadata, 'packages_distributions'):
    # Reads a file of each distribution: only where a name is another's.
    byModule = metadata.packages_distributions()
    for root in others:
        for name in byModule.get(root, [])[:1]:
            try:
                versions[name] = metadata.version(name)
            except Exception:
                pass
shown = dict(sorted(versions.items(), key=lambda each: each[0].lower())[:json.loads(request)['max']])
print(json.dumps({'Python': platform.python_version(), **shown}))
`;

const CHECKLIST = 'cellwright-report.md';
const MAX_CHECKLIST = 100_000;
/** The most items; each becomes a finding on a card. */
const MAX_ITEMS = 200;

/** Items of the person's own checklist beside the notebook. */
export async function ownChecklist(
  files: Pick<IFiles, 'list' | 'readText'>,
  notebook: string
): Promise<string[]> {
  const folder = folderOf(notebook);
  const found = await files.list(folder).catch(ifRefused([]));
  const file = found.find(({ name }) => name === CHECKLIST);
  const text =
    file &&
    (await files.readText(file.path, MAX_CHECKLIST).catch(ifRefused(null)));
  return (text ?? '')
    .split('\n')
    .flatMap(
      line => /^[-*+]\s+(?:\[[ x]\]\s+)?(\S.*)$/.exec(line.trim())?.[1] ?? []
    )
    .slice(0, MAX_ITEMS);
}
