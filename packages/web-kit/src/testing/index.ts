export { fakeBackend, on, refusal, type SeenCall } from './fake-backend'
export { makeUser, signInAs } from './sign-in-as'
