import type { IToolContext } from '../../contract';

/** A call under way, and whom its server may ask. */
export interface IRunningCall {
  tool: string;
  ask?: IToolContext['ask'];
}
