import type { IToolResult } from '../../contract';

/** How a call was answered. */
export interface ICallAnswer {
  state: 'done' | 'failed' | 'rejected' | 'stopped';
  /** What the model reads. */
  text: string;
  /** The same without what marks it as data, for the person. */
  shown?: string;
  /** One line for the person. */
  summary: string;
  /** The effect failed, so the calls after it in the step are not run. */
  broken?: boolean;
  result?: IToolResult;
  ranArgs?: Record<string, unknown>;
  ms?: number;
  /** Made in the mode "schemas only": it holds no value. */
  schemasOnly?: boolean;
}
