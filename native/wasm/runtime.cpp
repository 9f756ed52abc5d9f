// What the engine needs of its surroundings in a browser: a way to refuse, and room for arguments.
//
// The C++ library for wasm32-wasi has no exceptions. The engine throws only to refuse a malformed
// argument, and nothing in it catches: so a throw calls the page with the sentence, and the page throws
// in its own language. The call never returns here, and the module must not be used afterwards.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

#define KIBITZ_EXPORT(name) extern "C" __attribute__((export_name(name)))

extern "C" {

[[noreturn]] __attribute__((import_module("kibitz"), import_name("refuse"))) void refuse_in_page(
    const char* sentence, std::size_t length);

void* __cxa_allocate_exception(std::size_t size) noexcept {
  return std::malloc(size);
}
void __cxa_free_exception(void* exception) noexcept {
  std::free(exception);
}

// Everything that is thrown derives from std::exception, as its first base.
[[noreturn]] void __cxa_throw(void* thrown, std::type_info*, void (*)(void*)) {
  const char* sentence = static_cast<std::exception*>(thrown)->what();
  refuse_in_page(sentence, std::strlen(sentence));
}
}

KIBITZ_EXPORT("kibitz_allocate") void* kibitz_allocate(std::size_t bytes) {
  return ::operator new(bytes, std::align_val_t{16});
}

KIBITZ_EXPORT("kibitz_release") void kibitz_release(void* memory) {
  ::operator delete(memory, std::align_val_t{16});
}
