/** The rules of a manager's three forms (document 2 section 5), made from what the server takes. */
import { managerAdd, managerEdit, managerTexts } from '#contract/manager.ts';

/** What the forms hold. `password` is the current one, asked for only in the profile. */
export interface ManagerDraft {
  name: string;
  username: string;
  email: string;
  password: string;
  newPassword: string;
  confirmPassword: string;
}

/** One sentence for each field that does not hold yet, in the order of the form. */
export type ManagerProblems = Partial<Record<keyof ManagerDraft, string>>;

/** A new manager: both password fields are required, of word characters, and alike. */
export function addProblems(draft: ManagerDraft): ManagerProblems {
  return problemsOf(managerAdd, draft);
}

/** Another manager; an empty new password leaves his as it is. */
export function editProblems(draft: ManagerDraft): ManagerProblems {
  return problemsOf(managerEdit, draft);
}

/** The own profile, which is saved with the current password only. */
export function profileProblems(draft: ManagerDraft): ManagerProblems {
  const { name, username, email, ...passwords } = problemsOf(managerEdit, draft);
  const password = draft.password === '' ? managerTexts.password : passwords.password;
  return { name, username, email, ...passwords, password };
}

function problemsOf(
  schema: typeof managerAdd | typeof managerEdit,
  draft: ManagerDraft,
): ManagerProblems {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(draft).error?.issues ?? []) {
    problems[String(path[0])] ??= message;
  }
  if (draft.newPassword !== draft.confirmPassword) {
    problems.confirmPassword = managerTexts.passwordMismatch;
  }
  return problems;
}
