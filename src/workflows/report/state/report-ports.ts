import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type {
  IReportFile,
  IReportNotebook,
  IReportPage,
  IReportSettings,
  IReportSite,
  IReportTemplateInfo,
  ITranslator,
  ITypesetSource,
  ReportEvent,
  TypesetResult
} from '../../../contract';
import type { IPlanModel } from '../../plan/plan-ports';

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

export type ReportTemplateText =
  { form: 'markdown'; text: string } | { form: 'docx'; bytes: Uint8Array };

/** The sources of a report. None of its methods runs the code of a cell. */
export interface IReportSources {
  notebook(path: string): Promise<IReportNotebook>;
  /** Asks the kernel which packages it has loaded. */
  packages(): Promise<IReportPackages>;
  templates(notebook: string): Promise<IReportTemplateInfo[]>;
  /** @throws if it does not exist. */
  template(id: string): Promise<ReportTemplateText>;
  /** Items of `cellwright-report.md` beside the notebook. */
  checklist(notebook: string): Promise<string[]>;
  /**
   * A file that the person named.
   *
   * @throws with a sentence if it may not be read.
   */
  file(path: string): Promise<IReportText>;
  /** Results of plans and of earlier conversations on the notebook. */
  conversations(notebook: string): Promise<IReportText[]>;
  /** Names and types of variables, and no values. */
  variables(notebook: string): Promise<IReportText[]>;
}

export interface IReportPorts {
  model: IPlanModel;
  sources: IReportSources;
  page: IReportPage & Pick<IReportSite, 'download' | 'print'>;
  /**
   * Writes files into a folder, from the server's root, once the person has
   * approved their card; `config` is that of the node, which runs again with the
   * answer.
   *
   * @returns the paths that were written; `refused` if the person said no, or
   * the reason if it failed, as a sentence.
   */
  write(
    folder: string,
    files: readonly IReportFile[],
    config: LangGraphRunnableConfig
  ): Promise<{ paths: string[]; refused: string | null }>;
  /**
   * Makes a PDF without a dialog if the kernel can; else the reason why not.
   */
  typeset(source: ITypesetSource): Promise<TypesetResult>;
  /** Runs cells again with the usual approval; null if that is not possible. */
  runAgain:
    | ((
        cellIds: readonly string[],
        config: LangGraphRunnableConfig
      ) => Promise<void>)
    | null;
  settings(): IReportSettings;
  /** Whether values, outputs and samples are withheld from the model. */
  schemasOnly(): boolean;
  /** Language, the person's instructions, and those of the folder. */
  standingInstructions(): string;
  /** BCP 47; the language of the text if nobody sets one. */
  language(): string;
  /** The person's name, which the report gives as that of the approver; null if unknown. */
  person(): string | null;
  say(event: ReportEvent): void;
  now(): number;
  trans: ITranslator;
}
