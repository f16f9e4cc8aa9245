import type { IKernelInfo } from '../../contract';

/**
 * The kernel info of a notebook without a kernel, or where there is no
 * notebook.
 */
export const NO_KERNEL: Readonly<IKernelInfo> = {
  status: 'none',
  displayName: '',
  language: '',
  mimeType: '',
  epoch: '',
  activity: 0
};
