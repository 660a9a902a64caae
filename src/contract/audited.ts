/**
 * How each operation that can change something gets into the audit log. An operation that is not in this
 * table does not leave an entry, so a test walks all POST operations.
 */

export type Audited =
  /** By the tables that it changes: their triggers write the fields before and after. */
  | 'change'
  /** The request is the entry: what it changes is no editable thing. */
  | 'request'
  /** Its handler writes it: it knows what no other place does. */
  | 'handler'
  /** It changes nothing. */
  | 'reads';

export const audited: Readonly<Record<string, Audited>> = {
  login: 'handler',
  provePassword: 'handler',
  finishLogin: 'handler',
  beginPasskeyLogin: 'reads',
  beginPasskeyProof: 'reads',
  beginAuthenticator: 'reads',
  confirmAuthenticator: 'change',
  removeAuthenticator: 'change',
  beginPasskey: 'reads',
  addPasskey: 'change',
  removePasskey: 'change',
  renewRecoveryCodes: 'handler',
  requireSecondFactor: 'change',
  requireLaunchApproval: 'change',
  editPolicyRule: 'change',
  deletePolicyRule: 'change',
  switchPolicyPreset: 'change',
  setPolicyPurpose: 'change',
  setSpokenName: 'change',
  confirmListened: 'change',
  // It reads, and keeps nothing of the text.
  lintText: 'reads',
  removeManagersFactor: 'change',
  createManagerLink: 'change',
  readManagerLink: 'reads',
  redeemManagerLink: 'change',
  // Nobody knows yet whether there is such an account; a link that it makes is an entry.
  mailReset: 'reads',
  startOidc: 'reads',
  startOidcProof: 'reads',
  finishOidc: 'handler',
  showPerson: 'handler',
  // Before the first byte.
  exportPerson: 'handler',
  erasePerson: 'handler',
  logout: 'handler',
  endOwnSession: 'request',
  endOtherSessions: 'request',
  addManager: 'change',
  editManager: 'change',
  deleteManager: 'change',
  editAccountField: 'change',
  deleteAccountField: 'change',
  editVoiceMessage: 'change',
  deleteVoiceMessage: 'change',
  copyVoiceMessage: 'change',
  recordByPhone: 'request',
  hearSoundFile: 'reads',
  speakStep: 'reads',
  setSpokenKind: 'change',
  editTextMessage: 'change',
  deleteTextMessage: 'change',
  copyTextMessage: 'change',
  editBroadcast: 'change',
  editLinkback: 'change',
  editTextCampaign: 'change',
  copyCampaign: 'change',
  // Removed rules may still have numbers that wait: then only the request says so.
  endFollowUp: 'request',
  deleteCampaign: 'change',
  startCampaign: 'request',
  approveCampaign: 'request',
  stopCampaign: 'request',
  stopAllCampaigns: 'request',
  stopClient: 'change',
  liftClientStop: 'change',
  listCampaignProgress: 'reads',
  renewCallList: 'change',
  renameCallList: 'change',
  setCallListConsent: 'change',
  closeCallList: 'change',
  putCallListFirst: 'request',
  putCallListInTurn: 'request',
  previewCallList: 'reads',
  savedMapping: 'reads',
  uploadCallList: 'change',
  addDoNotCall: 'request',
  deleteDoNotCall: 'handler',
  uploadDoNotCall: 'handler',
  countCallRecords: 'reads',
  listCallRecords: 'reads',
  summarizeCallRecords: 'reads',
  exportCallRecords: 'request',
  cancelReport: 'request',
  // With full SSNs it is written before the first byte.
  downloadReport: 'handler',
  listReportArchives: 'reads',
  listReportProgress: 'reads',
  saveReportFilter: 'change',
  deleteReportFilter: 'change',
  decideInboundText: 'request',
  finishInboundTexts: 'request',
  finishDeskTexts: 'request',
  readInboundTexts: 'request',
};
