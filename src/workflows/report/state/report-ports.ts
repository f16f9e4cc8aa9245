import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type {
  IReportFile,
  IReportNotebook,
  IReportPage,
  IReportSettings,
  IReportTemplateInfo,
  ITranslator,
  ITypesetSource,
  ReportEvent,
  TypesetResult
} from '../../../contract';
import type { IPlanModel } from '../../plan/asking/plan-model';

/** A text that is not in the notebook, as evidence is made of it. */
export interface IReportText {
  /** Path of the file, title of the conversation, or the notebook's name. */
  name: string;
  text: string;
  /** ISO 8601; null where nobody knows. */
  time: string | null;
}

/** Packages that a notebook works with. */
export interface IReportPackages {
  /** Versions by name. */
  versions: Record<string, string>;
  /** Why they are not known, in a part of a sentence; empty where they are. */
  missing: string;
}

export type ReportTemplateText =
  { form: 'markdown'; text: string } | { form: 'docx'; bytes: Uint8Array };

/** What a report is gathered from. Nothing of it runs code of a cell. */
export interface IReportSources {
  notebook(path: string): Promise<IReportNotebook>;
  /** Asks the kernel what it has loaded. */
  packages(): Promise<IReportPackages>;
  templates(notebook: string): Promise<IReportTemplateInfo[]>;
  /** @throws where it is not there. */
  template(id: string): Promise<ReportTemplateText>;
  /** Items of `.cellwright-report.md` beside the notebook. */
  checklist(notebook: string): Promise<string[]>;
  /** A file that the person named. @throws in a sentence where it may not be read. */
  file(path: string): Promise<IReportText>;
  /** Results of plans and of earlier conversations on the notebook. */
  conversations(notebook: string): Promise<IReportText[]>;
  /** Names and types of variables, and no values. */
  variables(notebook: string): Promise<IReportText[]>;
}

export interface ISaveRequest {
  report: string;
  title: string;
  /** From the server's root; empty for the root. */
  folder: string;
  files: IReportFile[];
}

/** Where a report goes. */
export interface IReportTarget {
  /**
   * Writes the files once the person has approved their card; `config` is that
   * of the node, which runs again with the answer.
   *
   * @returns paths that were written; `refused` where the person said no, or why
   * it did not work, in a sentence.
   */
  write(
    request: ISaveRequest,
    config: LangGraphRunnableConfig
  ): Promise<{ paths: string[]; refused: string | null }>;
  /** Hands them to the browser. */
  download(files: readonly IReportFile[]): Promise<void>;
  /** Opens the browser's dialog for printing. */
  print(html: string): Promise<void>;
}

export interface IReportPorts {
  model: IPlanModel;
  sources: IReportSources;
  target: IReportTarget;
  page: IReportPage;
  /** Makes a PDF without a dialog, where the kernel can; else why it cannot. */
  typeset(source: ITypesetSource): Promise<TypesetResult>;
  /** Runs cells again, by the usual approval; null where it cannot. */
  runAgain:
    | ((
        notebook: string,
        cellIds: readonly string[],
        config: LangGraphRunnableConfig
      ) => Promise<void>)
    | null;
  settings(): IReportSettings;
  /** No value, output or sample reaches the model. */
  schemasOnly(): boolean;
  /** Language, the person's instructions, those of the folder. */
  voice(): string;
  /** BCP 47, of what is written where nobody says. */
  language(): string;
  /** Name of the person, as the report says who approved it. */
  person(): string;
  /** Resolves once what the nodes before did is durable: no crash asks for it again. */
  kept(): Promise<void>;
  say(event: ReportEvent): void;
  now(): number;
  trans: ITranslator;
}
