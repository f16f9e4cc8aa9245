import type { StoreApi } from 'zustand/vanilla';

import type { ISkillInfo } from '../../contract';
import type { IPanelServices } from '../state/panel-services';
import type { IPanelState } from '../state/panel-state';
import { openReportForm } from './open-report-form';

/** `/report` in the message box: opens the form, and sends nothing. */
export class ReportWord {
  /** The person has a skill with that name, which takes precedence. */
  private _isSkill = false;

  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _services: IPanelServices
  ) {}

  know(skills: readonly ISkillInfo[]): void {
    this._isSkill = skills.some(({ name }) => name === 'report');
  }

  /**
   * @returns whether the message begins with it and has been put into the form.
   */
  take(text: string): boolean {
    const found = /^\/report(?:\s([^]*))?$/.exec(text);
    const isTaken =
      found !== null && !this._isSkill && this._services.agent.reports;
    if (isTaken) {
      this.open(found[1]?.trimStart());
    }
    return !!isTaken;
  }

  open(prompt?: string): void {
    this._main.setState({ draft: '', inputHistory: null });
    openReportForm(this._main, prompt ? { prompt } : {});
  }
}
