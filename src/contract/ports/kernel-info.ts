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
  /** Jupyter's id of the kernel, unchanged by a restart; absent without a kernel. */
  id?: string;
  /** Name of its kernelspec, "python3"; absent without a kernel. */
  spec?: string;
  /** "Python 3 (ipykernel)"; empty without a kernel. */
  displayName: string;
  /** "python", "R" …; empty if not known yet. */
  language: string;
  /** MIME type of the language, for editors. */
  mimeType: string;
  /** Changes when the variables are lost; stays the same after a reload of the page. */
  epoch: string;
  /**
   * Increases whenever something starts or ends on the kernel, except for
   * requests that only inspect. While it stays the same, so do the variables.
   */
  activity: number;
  /** Names of other notebooks and consoles that use this kernel; none if absent. */
  others?: readonly string[];
}

/** For a notebook without a kernel, or where there is no notebook. */
export const NO_KERNEL: Readonly<IKernelInfo> = {
  status: 'none',
  displayName: '',
  language: '',
  mimeType: '',
  epoch: '',
  activity: 0
};
