import type { IReportOrder } from './reports';

/** What a call wants from the graph that does its work. Plain data. */
export interface IWorkOrder {
  /** What is to be done, in a person's words. */
  text: string;
  /** The kind of report to make. */
  report?: IReportOrder;
  /** The call's arguments, for a graph of another extension. */
  args?: Record<string, unknown>;
}
