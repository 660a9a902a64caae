/**
 * Who may do what: for each operation, the least role that may ask for it. The server refuses
 * everyone else before it reads the request, and an operation that is not here does not compile.
 */
import type { OperationName } from './operations.ts';
import type { Role } from './role.ts';

/** `own`: of the record that is the manager's own account; `others`: of any other. */
export type Access = Role | 'anyone' | { own: Role; others: Role };

/** All that is open to a manager who must have a second factor and has none. */
export const openBeforeSetup: readonly OperationName[] = [
  'testToken',
  'logout',
  'provePassword',
  'readSecondFactor',
  'beginAuthenticator',
  'confirmAuthenticator',
  'beginPasskey',
  'addPasskey',
];

export const access: Record<OperationName, Access> = {
  // Signing in, and the platform itself.
  login: 'anyone',
  finishLogin: 'anyone',
  beginPasskeyLogin: 'anyone',
  testToken: 'reporter',
  signInWays: 'anyone',
  mailReset: 'anyone',
  startOidc: 'anyone',
  finishOidc: 'anyone',
  readManagerLink: 'anyone',
  redeemManagerLink: 'anyone',
  logout: 'reporter',
  provePassword: 'reporter',
  beginPasskeyProof: 'reporter',
  readSecondFactor: 'reporter',
  beginAuthenticator: 'reporter',
  confirmAuthenticator: 'reporter',
  removeAuthenticator: 'reporter',
  beginPasskey: 'reporter',
  addPasskey: 'reporter',
  removePasskey: 'reporter',
  renewRecoveryCodes: 'reporter',
  requireSecondFactor: 'administrator',
  listOwnSessions: 'reporter',
  endOwnSession: 'reporter',
  endOtherSessions: 'reporter',
  getSettings: 'anyone',
  healthLive: 'anyone',
  healthReady: 'anyone',
  getSimulation: 'anyone',
  getHold: 'reporter',
  readCarriers: 'reporter',
  readRetention: 'reporter',

  // Managers.
  listManagers: 'administrator',
  currentManager: { own: 'reporter', others: 'administrator' },
  addManager: 'administrator',
  editManager: { own: 'reporter', others: 'administrator' },
  deleteManager: 'administrator',
  createManagerLink: 'administrator',
  getManagerLink: 'administrator',
  removeManagersFactor: 'administrator',

  // The audit log.
  listAudit: 'administrator',
  exportAudit: 'administrator',

  // What is kept, and how long.
  listKeptData: 'administrator',

  // Account fields.
  listAccountFields: 'reporter',
  editAccountField: 'manager',
  deleteAccountField: 'manager',

  // Messages.
  listVoiceMessages: 'reporter',
  listVoiceMessageSteps: 'reporter',
  getVoiceMessage: 'reporter',
  previewVoiceMessage: 'reporter',
  playSound: 'reporter',
  listTtsFields: 'reporter',
  listTtsVoices: 'reporter',
  findPreviewAccount: 'reporter',
  getRecordingStatus: 'reporter',
  editVoiceMessage: 'manager',
  deleteVoiceMessage: 'manager',
  copyVoiceMessage: 'manager',
  recordByPhone: 'manager',
  speakStep: 'manager',
  hearSoundFile: 'manager',
  listTextMessages: 'reporter',
  sampleTextAccount: 'reporter',
  editTextMessage: 'manager',
  deleteTextMessage: 'manager',
  copyTextMessage: 'manager',

  // Campaigns.
  listCampaigns: 'reporter',
  listCampaignFigures: 'reporter',
  listCampaignProgress: 'reporter',
  getCampaignStats: 'reporter',
  listVoiceCampaigns: 'reporter',
  listTextCampaigns: 'reporter',
  listTextingNumbers: 'reporter',
  getBroadcast: 'reporter',
  getLinkback: 'reporter',
  checkStart: 'reporter',
  readCampaignFunnel: 'reporter',
  listCampaignNumbers: 'reporter',
  downloadCampaignNumbers: 'reporter',
  watchCampaigns: 'reporter',
  watchCampaign: 'reporter',
  editBroadcast: 'manager',
  editLinkback: 'manager',
  editTextCampaign: 'manager',
  copyCampaign: 'manager',
  deleteCampaign: 'manager',
  startCampaign: 'manager',
  stopCampaign: 'manager',
  stopAllCampaigns: 'manager',
  listCallerIdBuckets: 'reporter',
  listCallerIdNumbers: 'reporter',

  // Contact lists. A rejected row is the file's own, with the SSN that it may hold.
  listCallLists: 'reporter',
  listCallListsOfCampaign: 'reporter',
  getCallListStats: 'reporter',
  getImportResult: 'reporter',
  getUploadProgress: 'reporter',
  countRenewal: 'reporter',
  downloadRejected: 'manager',
  savedMapping: 'manager',
  previewCallList: 'manager',
  uploadCallList: 'manager',
  renewCallList: 'manager',
  renameCallList: 'manager',
  closeCallList: 'manager',
  putCallListFirst: 'manager',
  putCallListInTurn: 'manager',

  // The do-not-call list.
  listDoNotCall: 'reporter',
  searchDoNotCall: 'reporter',
  exportDoNotCall: 'reporter',
  listDoNotCallLifts: 'reporter',
  addDoNotCall: 'manager',
  uploadDoNotCall: 'manager',
  deleteDoNotCall: 'manager',

  // Inbound texts.
  listInboundTexts: 'reporter',
  listUndecidedTexts: 'reporter',
  listDeskTexts: 'reporter',
  countDeskTexts: 'reporter',
  countUnreadTexts: 'reporter',
  readTextThread: 'reporter',
  readInboundTexts: 'manager',
  finishInboundTexts: 'manager',
  finishDeskTexts: 'manager',
  decideInboundText: 'manager',

  // Numbers, records and reports. A saved filter is the manager's own.
  readNumber: 'reporter',
  readNumberHistory: 'reporter',
  findPeople: 'reporter',
  listCallRecords: 'reporter',
  countCallRecords: 'reporter',
  summarizeCallRecords: 'reporter',
  getCallRecord: 'reporter',
  listReportFilters: 'reporter',
  saveReportFilter: 'reporter',
  deleteReportFilter: 'reporter',
  exportCallRecords: 'reporter',
  listReportArchives: 'reporter',
  listReportProgress: 'reporter',
  downloadReport: 'reporter',
  cancelReport: 'reporter',
};
