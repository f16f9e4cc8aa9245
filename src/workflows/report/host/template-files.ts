import {
  ifRefused,
  pathFromRoot,
  type IFiles,
  type IReportSite,
  type IReportTemplateInfo,
  type ITranslator
} from '../../../contract';
import { BUILT_IN_TEMPLATES, readTemplate } from '../../../report';

export type ReportTemplateText =
  { form: 'markdown'; text: string } | { form: 'docx'; bytes: Uint8Array };

/**
 * A folder beside the notebook, without a dot, since the contents API hides
 * such folders.
 */
const FOLDER = 'cellwright-templates';
const MAX_TEMPLATES = 50;
const MAX_TEMPLATE = 200_000;
const MAX_DOCX = 20_000_000;

/**
 * The templates that come with us, then those beside the notebook and the
 * person's own.
 */
export async function listTemplateFiles(
  notebook: string,
  own: string,
  files: IFiles
): Promise<IReportTemplateInfo[]> {
  const beside = [...notebook.split('/').slice(0, -1), FOLDER].join('/');
  const found = await Promise.all(
    [...new Set([beside, own.replace(/(?<!\/)\/+$/, '')])]
      .filter(Boolean)
      .map(folder => templatesIn(folder, files))
  );
  return [
    ...Object.entries(BUILT_IN_TEMPLATES).map(([id, text]) => ({
      id,
      title: readTemplate(text).title || id,
      from: 'built-in' as const,
      form: 'markdown' as const
    })),
    ...found.flat()
  ];
}

async function templatesIn(
  folder: string,
  files: IFiles
): Promise<IReportTemplateInfo[]> {
  const found = await files.list(folder).catch(ifRefused([]));
  return found
    .filter(({ type, name }) => type === 'file' && /\.(md|docx)$/i.test(name))
    .slice(0, MAX_TEMPLATES)
    .map(({ name, path }) => ({
      id: path,
      title: name.replace(/\.(md|docx)$/i, ''),
      from: 'file' as const,
      form: /\.docx$/i.test(name) ? ('docx' as const) : ('markdown' as const)
    }));
}

/** @throws if it does not exist, or is on the deny list. */
export async function readTemplateFile(
  id: string,
  {
    files,
    site,
    isDenied,
    trans
  }: {
    files: IFiles;
    site: Pick<IReportSite, 'readBytes'>;
    /** For paths from the server's root. */
    isDenied(path: string): boolean;
    trans: ITranslator;
  }
): Promise<ReportTemplateText> {
  const builtIn = Object.hasOwn(BUILT_IN_TEMPLATES, id)
    ? BUILT_IN_TEMPLATES[id]
    : undefined;
  if (builtIn !== undefined) {
    return { form: 'markdown', text: builtIn };
  }
  if (!/\.(md|docx)$/i.test(id)) {
    throw new Error(
      trans.__('A template is a file that ends in .md or .docx.')
    );
  }
  const path = pathFromRoot(id);
  if (!/\.docx$/i.test(id) || path === null || isDenied(path)) {
    // The guarded files refuse what is on the deny list.
    return {
      form: 'markdown',
      text: (await files.readText(id, MAX_TEMPLATE)) ?? ''
    };
  }
  return { form: 'docx', bytes: await site.readBytes(path, MAX_DOCX) };
}
