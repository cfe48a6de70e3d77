export * from './fake-backend'
export * from './sign-in-as'
