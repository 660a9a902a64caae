export * from '#contract/policy.ts';
