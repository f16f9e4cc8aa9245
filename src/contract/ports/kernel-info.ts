export type KernelStatus =
  | 'none'
  | 'starting'
  | 'idle'
  | 'busy'
  | 'restarting'
  | 'dead'
  | 'disconnected';

export interface IKernelInfo {
  status: KernelStatus;
  /** Jupyter's own id of it, the same after a restart; absent without a kernel. */
  id?: string;
  /** "Python 3 (ipykernel)"; empty without a kernel. */
  displayName: string;
  /** "python", "R" …; empty when not known yet. */
  language: string;
  /** MIME type of the language, for editors. */
  mimeType: string;
  /** Changes when variables are gone; the same after a reload of the page. */
  epoch: string;
  /**
   * Goes up whenever something begins or ends on it, but for what only asks: as
   * long as it is the same, so are the variables.
   */
  activity: number;
}
