export { fakeBackend, listCalls, on, type RecordedCall, rejection } from './fake-backend'
export { makeUser, signInAs } from './sign-in-as'
