import type { IToolResult } from '../../contract';

export interface ICallAnswer {
  state: 'done' | 'failed' | 'rejected' | 'stopped';
  /** The text that the model reads. */
  text: string;
  /** The same for the person, without the marks around data. */
  shown?: string;
  /** One line for the person. */
  summary: string;
  /** The effect failed, so the later calls of the step are not run. */
  broken?: boolean;
  result?: IToolResult;
  ranArgs?: Record<string, unknown>;
  ms?: number;
  /** Made in the mode "schemas only", so it holds no value. */
  schemasOnly?: boolean;
}
